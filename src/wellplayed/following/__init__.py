"""Folders of runs read while another process writes them: their files, what was appended, and whether it goes on."""
