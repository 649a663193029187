"""The WebSocket at a table: messages in, updates out."""
