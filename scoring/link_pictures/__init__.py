"""Pictures that chats show beside a link, drawn by Pillow, which is loaded with the first one (11 MB, 0.1 s)."""
