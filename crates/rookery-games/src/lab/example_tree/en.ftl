# The trees of lectures on search; the command line alone knows them.

lecture-title = Lecture tree
lecture-summary = A tree of choices whose every node can be drawn.
lecture-rules-aim = Max and Min take turns to choose a branch. The leaf where they end says how many points Max gets.
lecture-max = Max
lecture-min = Min
lecture-branch = branch
lecture-leaf = A leaf is reached.
