"""The site over HTTP and WebSocket."""
