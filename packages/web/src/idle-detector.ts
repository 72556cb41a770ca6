const idleAfterMs = 5 * 60_000

/**
 * Returns whether nobody has used mouse or keyboard for some minutes. What a page then loads by itself, because
 * something changed, must not keep its session from ending.
 */
export function createIdleDetector(): () => boolean {
  let lastInputAt = Date.now()
  const recordInput = () => {
    lastInputAt = Date.now()
  }
  for (const name of ['pointerdown', 'keydown', 'wheel'])
    document.addEventListener(name, recordInput, { capture: true, passive: true })
  return () => Date.now() - lastInputAt > idleAfterMs
}
