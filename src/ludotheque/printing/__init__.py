"""Games on paper: what is cut out, and the rules as a leaflet, in one PDF of exact sizes.

`sheets` says what lies where, in millimetres; `rows`, `lines` and `columns` set the text, and
`leaflet` finds the largest type that fits; `pdf` draws both with a `pen`. All but the sheets need
the extra `print`.
"""
