const idleAfterMs = 5 * 60_000

/**
 * Returns whether nobody has used mouse or keyboard for some minutes. What a page then loads by itself, because
 * something changed, must not keep its session from ending.
 */
export function watchInput(): () => boolean {
  let lastInputAt = Date.now()
  const note = () => {
    lastInputAt = Date.now()
  }
  for (const name of ['pointerdown', 'keydown', 'wheel'])
    document.addEventListener(name, note, { capture: true, passive: true })
  return () => Date.now() - lastInputAt > idleAfterMs
}
