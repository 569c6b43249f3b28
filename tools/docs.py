"""Builds the documentation as a site into build/docs/site: `make docs`.

The pages of docs/ are joined by those of the site's Help, by the pages of the repository's root,
and by what is generated from the code: the reference of the command and of the Python API.
"""
