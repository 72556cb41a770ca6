const key = 'bestow.frame'

/**
 * Stores the stage of a signed-in user. The next load can then show the frame of the app at once
 * (public/assets/scheme.js).
 */
export function rememberFrame(stage: string | undefined): void {
  try {
    if (stage === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, stage)
  } catch {
    // The storage is full or blocked. The next load starts without a frame.
  }
}
