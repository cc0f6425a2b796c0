"""A command group with full summaries in its help and suggestions for mistyped names."""

from __future__ import annotations

import click


class Commands(click.Group):
    """A group that lists its commands in the order in which they were added."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the command names in the order of their definition."""
        return list(self.commands)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Treat `help solve` as `solve --help`."""
        if args[:1] == ["help"]:
            args = [*args[1:2], "--help"]
        return super().parse_args(ctx, args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command; for an unknown name raise UsageError with the closest match."""
        names = self.list_commands(ctx)
        if args and args[0] not in names and not args[0].startswith("-"):
            import difflib

            near = difflib.get_close_matches(args[0], names, n=1)
            remedy = f"did you mean {near[0]}?" if near else f"expected one of {', '.join(names)}"
            if "/" in args[0] and ctx.parent is None:  # an address, an example or a file
                remedy = "a board needs a command, such as: masume solve BOARD"
            raise click.UsageError(f"unknown command {args[0][:40]!r}; {remedy}")
        return super().resolve_command(ctx, args)

    def summary(self, ctx: click.Context, name: str) -> str:
        """Return a one-line description of a command."""
        command = self.get_command(ctx, name)
        assert command is not None
        return command.get_short_help_str(limit=1000)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List each command with its summary, wrapped instead of truncated."""
        rows = [(name, self.summary(ctx, name)) for name in self.list_commands(ctx)]
        with formatter.section("Commands"):
            formatter.write_dl(rows)
