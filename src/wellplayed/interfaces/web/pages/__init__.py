"""The places of the page, one module each; `register()` of a module adds its address to the app."""
