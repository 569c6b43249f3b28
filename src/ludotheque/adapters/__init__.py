"""The games in the forms of other libraries: PettingZoo, OpenSpiel and Gymnasium."""
