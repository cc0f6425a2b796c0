"""Films as GIF, MP4 and WebM.

Pillow writes GIF files and preserves the few colours of boards. PyAV encodes videos; its wheels
include the FFmpeg libraries.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from io import BytesIO

from masume.core.system.extras import require
from masume.front.film.pictures import Picture, images

_CODECS = {"mp4": "libx264", "webm": "libvpx-vp9"}


def gif(pictures: Iterable[Picture], speed: float) -> bytes:
    """Return a looping GIF."""
    require("film", "print")
    frames = (image.quantize(64) for image in images(pictures))
    file = BytesIO()
    next(frames).save(
        file,
        "GIF",
        save_all=True,
        append_images=frames,
        duration=max(20, round(1000 / speed)),  # browsers slow down shorter frames
        loop=0,
    )
    return file.getvalue()


def video(pictures: Iterable[Picture], speed: float, form: str) -> bytes:
    """Return an MP4 (H.264) or WebM (VP9) video."""
    require("film", "print")
    import av

    file = BytesIO()
    with av.open(file, "w", format=form) as container:
        rate = Fraction(speed).limit_denominator(1000)
        stream = container.add_stream(_CODECS[form], rate=rate)
        assert isinstance(stream, av.VideoStream)
        for at, image in enumerate(images(pictures)):
            if not at:
                stream.width, stream.height = image.size
                stream.pix_fmt = "yuv420p"  # supported by every player
            frame = av.VideoFrame.from_image(image)  # type: ignore[no-untyped-call]
            for packet in stream.encode(frame):
                container.mux(packet)
        for packet in stream.encode():
            container.mux(packet)
    return file.getvalue()
