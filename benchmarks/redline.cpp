// Uniformly random games of Redline, by the method of games/redline/kernel.py: the measure of what
// a C++ compiler makes of it. Usage: redline GAMES SEED [PLAYERS]; prints games a second
// of processor time, mean turns and each seat's share of wins.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <set>

namespace {

using Word = std::uint64_t;
constexpr int SIDE = 64, AREA = SIDE * SIDE, SHAPES = 24, SEATS = 6;
constexpr Word FULL = (Word{1} << 48) - 1;
constexpr int STEP[8] = {SIDE, SIDE + 1, 1, 1 - SIDE, -SIDE, -SIDE - 1, -1, SIDE - 1};
enum Phase { OVER, DRAWING, RETURNING, PLACING };

int spokes_of[4 * SHAPES];
Word fitting[8][2][2];
int turns_of[SHAPES];

int quarter(int spokes) { return (spokes << 2 | spokes >> 6) & 255; }

// Every shape of one to three spokes once, in all its turns.
void make_tiles() {
    std::set<int> seen;
    int shape = 0;
    for (int spokes = 1; spokes < 256; spokes++) {
        if (__builtin_popcount(spokes) > 3 || seen.count(spokes)) continue;
        for (int turned = spokes; !seen.count(turned); turned = quarter(turned)) {
            seen.insert(turned);
            spokes_of[4 * shape + turns_of[shape]++] = turned;
        }
        shape++;
    }
    for (int lying = 0; lying < 4 * SHAPES; lying++)
        for (int way = 0; way < 8; way++)
            if (spokes_of[lying])
                fitting[way][spokes_of[lying] >> way & 1][lying / 48] |= Word{1} << lying % 48;
}

struct Square {
    Word fits[2] = {FULL, FULL};
    std::int64_t colour = 0, met = 0;
};

struct Seat {
    Word tiles, lying[4];
    std::int64_t place_out;
};

Word following(Word bits) {
    bits ^= bits << 13;
    bits ^= bits >> 7;
    return bits ^ bits << 17;
}

int below(Word bits, int n) { return static_cast<int>((bits >> 33) * n >> 31); }

int selected(Word bits, int chosen) {
    int place = 0;
    for (int width = 32; width; width >>= 1) {
        int count = __builtin_popcountll(bits & ((Word{1} << width) - 1));
        if (chosen >= count) {
            chosen -= count;
            bits >>= width;
            place += width;
        }
    }
    return place;
}

struct Table {
    int seats, hand, width, mover, last, placed, open = 0, laid = 0, returner, owed, gone, winner;
    int turns;
    Phase phase;
    Word reserve;
    Seat seat[SEATS];
    int opens[144], counts[144], laids[48];
    Square squares[AREA];

    void begin() {
        for (int index = 0; index < laid; index++)
            for (int row = -SIDE; row <= SIDE; row += SIDE)
                for (int side = -1; side <= 1; side++)
                    squares[(laids[index] + row + side) & (AREA - 1)] = Square();
        for (Seat &each : seat) each = Seat();
        laid = gone = turns = last = mover = 0;
        placed = winner = -1;
        phase = DRAWING;
        reserve = FULL;
        width = 48;
        open = 1;
        opens[0] = 0;
        squares[0].met = 3;
    }

    void act(int chosen) {
        if (phase == PLACING) place_chosen(chosen);
        else if (phase == DRAWING) draw(selected(reserve, chosen));
        else give_back(selected(seat[returner].tiles, chosen));
    }

    static int word_of(int tile) { return tile / 24 * 2 + tile % 24 / 12; }
    static Word bits_of(int tile) {
        return ((Word{1} << turns_of[tile % 24]) - 1) << 4 * (tile % 12);
    }
    void hold(int who, int tile) {
        seat[who].tiles |= Word{1} << tile;
        seat[who].lying[word_of(tile)] |= bits_of(tile);
    }
    void let_go(int who, int tile) {
        seat[who].tiles &= ~(Word{1} << tile);
        seat[who].lying[word_of(tile)] &= ~bits_of(tile);
    }

    void draw(int tile) {
        reserve &= ~(Word{1} << tile);
        if (laid) {
            hold(mover, tile);
            complete();
            return;
        }
        int who = mover;
        while (__builtin_popcountll(seat[who].tiles) == hand) who = (who + 1) % seats;
        hold(who, tile);
        width--;
        if (__builtin_popcountll(seat[(mover + seats - 1) % seats].tiles) == hand) {
            phase = PLACING;
            width = placements(mover);
        }
    }

    void give_back(int tile) {
        let_go(returner, tile);
        reserve |= Word{1} << tile;
        if (--owed == 0) {
            complete();
            return;
        }
        if (returner != mover) returner = next_in(returner);
        width = __builtin_popcountll(seat[returner].tiles);
    }

    int placements(int who) {
        const Seat &held = seat[who];
        int total = 0;
        for (int index = 0; index < open; index++) {
            const Square &square = squares[opens[index]];
            int met = square.met == 3 ? 0 : static_cast<int>(square.met), count = 0;
            if (met != 1)
                count += __builtin_popcountll(square.fits[0] & held.lying[0]) +
                         __builtin_popcountll(square.fits[1] & held.lying[1]);
            if (met != 2)
                count += __builtin_popcountll(square.fits[0] & held.lying[2]) +
                         __builtin_popcountll(square.fits[1] & held.lying[3]);
            counts[index] = count;
            total += count;
        }
        return total;
    }

    void place_chosen(int chosen) {
        int index = 0;
        while (chosen >= counts[index]) chosen -= counts[index++];
        const Square &square = squares[opens[index]];
        int word = square.met == 1 ? 2 : 0;
        Word fits = square.fits[0] & seat[mover].lying[word];
        while (chosen >= __builtin_popcountll(fits)) {
            chosen -= __builtin_popcountll(fits);
            word++;
            fits = square.fits[word & 1] & seat[mover].lying[word];
        }
        place(index, word >> 1, 48 * (word & 1) + selected(fits, chosen));
    }

    void place(int index, int colour, int lying) {
        int square = opens[index];
        opens[index] = opens[--open];
        lay(square, colour + 1, spokes_of[lying]);
        let_go(mover, 24 * colour + (lying >> 2));
        placed = mover;
        if (!aligns(square)) complete();
        else if (reserve) {
            phase = DRAWING;
            width = __builtin_popcountll(reserve);
        } else {
            phase = RETURNING;
            owed = seats - gone - 1;
            returner = next_in(mover);
            width = __builtin_popcountll(seat[returner].tiles);
        }
    }

    void lay(int square, int colour, int spokes) {
        laids[laid++] = square;
        last = colour;
        squares[square].colour = colour;
        for (int way = 0; way < 8; way++) {
            int there = (square + STEP[way]) & (AREA - 1);
            Square &beside = squares[there];
            if (beside.colour) continue;
            int line = spokes >> way & 1;
            beside.fits[0] &= fitting[way ^ 4][line][0];
            beside.fits[1] &= fitting[way ^ 4][line][1];
            if (line) {
                if (!beside.met) opens[open++] = there;
                beside.met |= colour;
            }
        }
    }

    bool aligns(int square) const {
        for (int way = 0; way < 4; way++) {
            int ahead = reach(square, STEP[way]), behind = reach(square, -STEP[way]);
            int same = std::max(ahead, 0) + std::max(behind, 0);
            int alternating = std::max(-ahead, 0) + std::max(-behind, 0);
            if (same >= 2 && ahead < 3 && behind < 3) return true;
            if (alternating >= 3 && ahead > -4 && behind > -4) return true;
        }
        return false;
    }

    int reach(int square, int step) const {
        std::int64_t colour = squares[square].colour;
        int there = (square + step) & (AREA - 1), count = 0;
        std::int64_t found = squares[there].colour;
        if (!found) return 0;
        std::int64_t flip = found ^ colour;
        while (count < 4 && found == (colour ^ flip)) {
            count++;
            colour = found;
            there = (there + step) & (AREA - 1);
            found = squares[there].colour;
        }
        return flip ? -count : count;
    }

    int next_in(int who) const {
        for (int step = 1; step <= seats; step++)
            if (!seat[(who + step) % seats].place_out) return (who + step) % seats;
        return -1;
    }

    bool anybody_places() {
        for (int who = 0; who < seats; who++)
            if (seat[who].tiles && placements(who)) return true;
        return false;
    }

    void finish(int who) {
        phase = OVER;
        width = 0;
        winner = who;
    }

    void complete() {
        int already = gone;
        for (int who = 0; who < seats; who++)
            if (!seat[who].tiles && !seat[who].place_out) {
                seat[who].place_out = already + 1;
                gone++;
            }
        turns++;
        int next = next_in(mover);
        int ways = next >= 0 ? placements(next) : 0;
        if (!ways && !anybody_places()) finish(placed);
        else if (gone == seats - 1) finish(next);
        else if (ways) {
            phase = PLACING;
            mover = next;
            width = ways;
        } else {
            phase = RETURNING;
            mover = returner = next;
            width = __builtin_popcountll(seat[next].tiles);
            owed = std::min(2, width);
        }
    }
};

}  // namespace

int main(int argc, char **argv) {
    int games = argc > 1 ? std::atoi(argv[1]) : 100000;
    Word bits = (argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1) * 0x9E3779B97F4A7C15 | 1;
    make_tiles();
    static Table table;
    table.seats = argc > 3 ? std::atoi(argv[3]) : 2;
    table.hand = 8;
    std::array<long, SEATS> wins{};
    long turns = 0;
    std::clock_t start = std::clock();
    for (int game = 0; game < games; game++) {
        table.begin();
        while (table.width) {
            bits = following(bits);
            table.act(below(bits, table.width));
        }
        wins[table.winner]++;
        turns += table.turns;
    }
    double spent = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    std::printf("%.0f %.4f", games / spent, static_cast<double>(turns) / games);
    for (int who = 0; who < table.seats; who++)
        std::printf(" %.4f", static_cast<double>(wins[who]) / games);
    std::printf("\n");
}
