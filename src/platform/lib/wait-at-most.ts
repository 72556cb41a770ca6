/** Waits for a promise, but at most the given number of milliseconds. */
export async function waitAtMost(timeoutMs: number, promise: Promise<unknown>): Promise<void> {
  if (timeoutMs === Number.POSITIVE_INFINITY) return void (await promise)
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, timeoutMs)
  })
  await Promise.race([promise, timeout])
  clearTimeout(timer)
}
