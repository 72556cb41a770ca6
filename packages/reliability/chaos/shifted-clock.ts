/**
 * For `node --import`: the clock of this process is off by so many milliseconds, as CHAOS_CLOCK_OFF says:
 * `now 600000` from the start on, `then -600000` from the moment on at which it gets SIGWINCH (a
 * signal that does nothing otherwise).
 */
const [shiftMode, shiftMs] = (process.env.CHAOS_CLOCK_OFF ?? 'now 0').split(' ')
const RealDate = Date
let offsetMs = shiftMode === 'now' ? Number(shiftMs) : 0
if (shiftMode === 'then') {
  process.on('SIGWINCH', () => {
    offsetMs = Number(shiftMs)
  })
}

class ShiftedDate extends RealDate {
  constructor(...values: [] | [number]) {
    if (values.length === 0) super(RealDate.now() + offsetMs)
    else super(...values)
  }

  static override now(): number {
    return RealDate.now() + offsetMs
  }
}

globalThis.Date = ShiftedDate as DateConstructor
