"""The problem of the day, for those who import it from here: `practice` is where it is played."""

from ludotheque.practice.problems import daily, problem_of, today

__all__ = ["daily", "problem_of", "today"]
