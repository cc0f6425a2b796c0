// Sound and vibration, only if the player has switched them on.

import { read, write } from "../data/storage.js";

const TONES = { move: [520, 0.04], finished: [780, 0.35] }; // Hz and seconds
let audio = null;

/** Return whether sound and vibration are on. */
export function isFeedbackOn() {
  return read("feedback") === true;
}

/** Switch sound and vibration on or off. */
export function setFeedback(isOn) {
  write("feedback", isOn);
}

/** Play the tone of an event and vibrate briefly. @param {"move" | "finished"} event */
export function feedback(event) {
  if (!isFeedbackOn()) return;
  navigator.vibrate?.(event === "move" ? 12 : [30, 60, 30]);
  const [pitch, seconds] = TONES[event];
  audio ??= new AudioContext();
  const [tone, volume] = [audio.createOscillator(), audio.createGain()];
  tone.frequency.value = pitch;
  volume.gain.setValueAtTime(0.08, audio.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + seconds);
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + seconds);
}
