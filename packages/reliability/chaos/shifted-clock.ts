/**
 * A module for `node --import` that shifts the clock of this process as CHAOS_CLOCK_OFF says. `now 600000`
 * shifts it from the start. `then -600000` shifts it after the signal SIGWINCH (which has no default effect).
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
