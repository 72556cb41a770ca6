/** Waits for the work, but no longer than so many milliseconds. */
export async function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  if (ms === Number.POSITIVE_INFINITY) return void (await work)
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([work, timeout])
  clearTimeout(timer)
}
