# Example trees from lectures on search, available only on the command line.

lecture-title = Lecture tree
lecture-summary = A game tree so small that every node of it can be drawn.
lecture-rules-aim = Max and Min take turns to choose a branch. The leaf where they end says how many points Max gets.
lecture-max = Max
lecture-min = Min
lecture-branch = branch
lecture-leaf = A leaf is reached.
