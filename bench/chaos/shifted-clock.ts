/**
 * For `node --import`: the clock of this process is off by so many milliseconds, as CHAOS_CLOCK_OFF says:
 * `now 600000` from the start on, `then -600000` from the moment on at which it gets SIGWINCH (a
 * signal that does nothing otherwise).
 */
const [when, ms] = (process.env.CHAOS_CLOCK_OFF ?? 'now 0').split(' ')
const Real = Date
let off = when === 'now' ? Number(ms) : 0
if (when === 'then') {
  process.on('SIGWINCH', () => {
    off = Number(ms)
  })
}

class Shifted extends Real {
  constructor(...values: [] | [number]) {
    if (values.length === 0) super(Real.now() + off)
    else super(...values)
  }

  static override now(): number {
    return Real.now() + off
  }
}

globalThis.Date = Shifted as DateConstructor
