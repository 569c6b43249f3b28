"""Games on paper: the pieces to cut out and the rules as a leaflet, in one PDF at true size.

`sheets` places the pieces, in millimetres; `rows`, `lines` and `columns` set the text, and
`leaflet` finds the largest type that fits; `pdf` draws both with a `pen`. Text and drawing need the
extra `print`; `sheets` does not.
"""
