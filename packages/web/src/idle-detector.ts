const idleAfterMs = 5 * 60_000

/**
 * Creates a function that returns whether mouse and keyboard have been idle for some minutes. The automatic
 * reloads of an idle page must not extend the session.
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
