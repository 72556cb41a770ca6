/**
 * Runs a function while the browser is idle. Safari has no `requestIdleCallback`, so the function uses a
 * timer there.
 */
export const whenIdle = (run: () => void): unknown =>
  'requestIdleCallback' in window
    ? window.requestIdleCallback(run, { timeout: 10_000 })
    : setTimeout(run, 2_000)
