"""Games by the thousand: played in parallel, summarised honestly, kept in a file, compared with what was published."""
