# Example trees from lectures on search, available only on the command line.

example-tree-title = Example tree
example-tree-summary = A game tree so small that every node of it can be drawn.
example-tree-rules-aim = Max and Min take turns to choose a branch. The leaf where they end says how many points Max gets.
example-tree-max = Max
example-tree-min = Min
example-tree-branch = branch
example-tree-leaf = A leaf is reached.
