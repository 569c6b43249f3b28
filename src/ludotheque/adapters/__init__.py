"""The games for other libraries: PettingZoo, OpenSpiel and Gymnasium."""
