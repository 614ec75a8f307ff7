"""How the learned part of the reader was trained: drawing, the network, the training run."""
