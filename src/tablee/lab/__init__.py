"""The laboratory: the games inside other people's tools. Each module needs one of them, and `tablee[lab]` brings all.

Importing this package imports none of them.
"""
