"""Where people meet the laboratory: the command line, and later the page and the protocols other programs speak."""
