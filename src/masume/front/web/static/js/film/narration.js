// The narration of a film: one sentence for each frame.

import { number, t } from "../app/messages.js";

/** Describe what the search does in a frame: which node it picks, and why this one. */
export function narrate(film, place) {
  const frame = film.frames[place];
  if (frame.isAnswer) return t(`narrate.${film.end().end}`, { n: frame.step, cost: number(frame.g) });
  const { rule, order, ties, priority } = film.about()?.pseudocode?.picks ?? {};
  const hasPriority = frame.priority !== undefined && frame.priority !== null;
  const value = hasPriority ? { name: priority, value: frame.priority } : frame.f === null ? { name: t("watch.depth"), value: frame.depth } : order === "local" ? { name: "h", value: frame.h } : { name: "f", value: frame.f };
  const tied = hasPriority && frame.tied > 0;
  const parts = [t("narrate.value", value), tied ? t("narrate.tied", { n: frame.tied }) : rule, tied ? ties : ""];
  return t(order === "local" ? "narrate.local" : "narrate.step", { step: frame.step, why: parts.filter(Boolean).join(", ") });
}
