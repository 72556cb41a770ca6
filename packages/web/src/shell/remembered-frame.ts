const key = 'bestow.frame'

/** Stores the stage of a signed-in user, so that the next load shows the frame at once (public/assets/scheme.js). */
export function rememberFrame(stage: string | undefined): void {
  try {
    if (stage === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, stage)
  } catch {
    // storage is full or blocked: the next load starts without a frame
  }
}
