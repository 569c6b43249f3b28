// The elementary game of Plus 4 solved whole, by the method of games/plus4/solving/retrograde.py: blocks by
// heights, mirror images once, sweeps by level. Prints
// processor seconds, then wins, losses and draws as numbered.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <vector>

using u16 = uint16_t;
using u32 = uint32_t;
using u8 = uint8_t;
enum : u8 { OPEN, WIN, LOSS, DRAW, OVER };

struct Position { u32 own, other; };
struct Block { std::array<int, 4> heights; int bits; u32 base; };

static std::vector<Block> blocks;
static int by_heights[625];  // block, or ~block of the mirror image

static int code(const std::array<int, 4>& h) { return h[0] + 5 * h[1] + 25 * h[2] + 125 * h[3]; }

static void number_blocks() {
  std::vector<std::array<int, 4>> all;
  for (int a = 0; a < 5; a++) for (int b = 0; b < 5; b++) for (int c = 0; c < 5; c++) for (int d = 0; d < 5; d++)
    all.push_back({a, b, c, d});
  std::stable_sort(all.begin(), all.end(), [](auto& x, auto& y) {
    return x[0] + x[1] + x[2] + x[3] > y[0] + y[1] + y[2] + y[3];
  });
  std::fill(by_heights, by_heights + 625, -1000000);
  u32 base = 0;
  for (auto& h : all) {
    int image = by_heights[code({h[3], h[2], h[1], h[0]})];
    if (image >= 0) { by_heights[code(h)] = ~image; continue; }
    int bits = h[0] + h[1] + h[2] + h[3];
    by_heights[code(h)] = (int)blocks.size();
    blocks.push_back({h, bits, base});
    base += 1u << bits;
  }
}

static u32 lines(u32 p) {
  u32 up = p & (p >> 1); up = up & (up >> 2) & 0x1111;
  u32 level = p & (p >> 4); level = level & (level >> 8) & 0xF;
  return up | level << 16 | ((p & 0x8421) == 0x8421) << 20 | ((p & 0x1248) == 0x1248) << 21;
}
static u32 mirror(u32 p) { return (p & 0xF) << 12 | (p & 0xF0) << 4 | (p >> 4 & 0xF0) | p >> 12; }
static u32 push_down(u32 p, int column) {
  int by = 4 * column;
  return (p & ~(0xFu << by)) | (p << 1 & 0xEu << by);
}
static Position at(const Block& b, u32 number) {
  Position p{0, 0};
  for (int c = 0, bit = 0; c < 4; c++) for (int r = 0; r < b.heights[c]; r++, bit++)
    ((number >> bit & 1) ? p.own : p.other) |= 1u << (4 * c + r);
  return p;
}
static u32 number_of(Position p, u32& base) {
  std::array<int, 4> h;
  for (int c = 0; c < 4; c++) h[c] = __builtin_popcount((p.own | p.other) >> 4 * c & 0xF);
  int block = by_heights[code(h)];
  if (block < 0) { block = ~block; p = {mirror(p.own), mirror(p.other)}; std::reverse(h.begin(), h.end()); }
  u32 number = 0;
  for (int c = 0, bit = 0; c < 4; c++) for (int r = 0; r < h[c]; r++, bit++)
    number |= (p.own >> (4 * c + r) & 1) << bit;
  base = blocks[block].base;
  return base + number;
}

int main() {
  std::clock_t begin = std::clock();
  number_blocks();
  u32 many = blocks.back().base + (1u << blocks.back().bits);
  std::vector<u8> worth(many, OPEN), level(many, 255), gains(many * 4);
  std::vector<std::array<std::array<u32, 17>, 4>> flips(blocks.size());
  std::vector<std::array<u32, 4>> starts(blocks.size());
  for (size_t k = 0; k < blocks.size(); k++) {
    const Block& b = blocks[k];
    for (int push = 0; push < 4; push++) {
      for (int bit = 0; bit <= b.bits; bit++) {
        Position p = at(b, (1u << bit) >> 1), q{push_down(p.other, push), push_down(p.own, push) | 1u << 4 * push};
        flips[k][push][bit] = number_of(q, starts[k][push]) - starts[k][push];
      }
      for (int bit = 1; bit <= b.bits; bit++) flips[k][push][bit] ^= flips[k][push][0];
    }
    for (u32 n = 0; n < 1u << b.bits; n++) {
      Position p = at(b, n);
      u32 mine = lines(p.own), theirs = lines(p.other);
      if (mine | theirs) worth[b.base + n] = OVER;
      for (int push = 0; push < 4; push++) {
        u32 own = push_down(p.own, push) | 1u << 4 * push, other = push_down(p.other, push);
        gains[(b.base + n) * 4 + push] = ((lines(own) & ~mine) != 0) << 1 | ((lines(other) & ~theirs) != 0);
      }
    }
  }
  static const u8 ends[4] = {OPEN, WIN, LOSS, DRAW};
  static u32 low[4][256], high[4][256];
  int farthest = 0;
  size_t first = 0;
  while (first < blocks.size()) {
    size_t last = first;
    while (last < blocks.size() && blocks[last].bits == blocks[first].bits) last++;
    for (int now = 1;; now++) {
      int changed = 0;
      for (size_t k = first; k < last; k++) {
        const Block& b = blocks[k];
        int few = std::min(b.bits, 8);
        for (int push = 0; push < 4; push++) {
          low[push][0] = 0; high[push][0] = flips[k][push][0];
          for (int bit = 0; bit < few; bit++) for (u32 n = 0; n < 1u << bit; n++)
            low[push][(1u << bit) + n] = low[push][n] ^ flips[k][push][bit + 1];
          for (int bit = few; bit < b.bits; bit++) for (u32 n = 0; n < 1u << (bit - few); n++)
            high[push][(1u << (bit - few)) + n] = high[push][n] ^ flips[k][push][bit + 1];
        }
        for (u32 n = 0; n < 1u << b.bits; n++) {
          if (worth[b.base + n] != OPEN) continue;
          u32 seen = 0;
          for (int push = 0; push < 4; push++) {
            u8 gain = gains[(b.base + n) * 4 + push], value;
            u32 then = starts[k][push] + (low[push][n & ((1u << few) - 1)] ^ high[push][n >> few]);
            if (gain) value = ends[gain];
            else value = level[then] >= now ? OPEN : worth[then];
            if (value == LOSS) { seen = 1 << LOSS; break; }
            seen |= 1u << value;
          }
          if (seen == 1 << LOSS || seen == 1 << WIN) {
            worth[b.base + n] = seen == 1 << LOSS ? WIN : LOSS;
            level[b.base + n] = (u8)now;
            changed++;
          }
        }
      }
      if (changed) farthest = std::max(farthest, now);
      else if (now > farthest) break;
    }
    for (u32 n = blocks[first].base; n < (last < blocks.size() ? blocks[last].base : many); n++)
      if (worth[n] == OPEN) worth[n] = DRAW;
    first = last;
  }
  double spent = double(std::clock() - begin) / CLOCKS_PER_SEC;
  long count[5] = {0, 0, 0, 0, 0};
  for (u8 w : worth) count[w]++;
  std::printf("%.4f %ld %ld %ld\n", spent, count[WIN], count[LOSS], count[DRAW]);
}
