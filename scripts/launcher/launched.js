// Loaded into the process that the launcher starts, before anything else.
import { Socket } from 'node:net'

// Processes further down inherit our options, but are not the launcher's own child.
if (process.env.BESTOW_LAUNCHER === String(process.ppid)) {
  passEachSignalOnce()
  endWithLauncher()
}
delete process.env.BESTOW_LAUNCHER

/**
 * A Ctrl-C reaches us twice: from the terminal, and from the launcher, which cannot know that and
 * forwards its own. The second would read as an impatient 'now!', so it is dropped.
 */
function passEachSignalOnce() {
  const emit = process.emit
  /** @type {Map<unknown, number>} */
  const heard = new Map()
  /** @param {any[]} event */
  const emitOnce = (...event) => {
    const [name] = event
    if (name === 'SIGINT' || name === 'SIGTERM' || name === 'SIGHUP') {
      const before = heard.get(name) ?? Number.NEGATIVE_INFINITY
      if (performance.now() - before < 300) return true
      heard.set(name, performance.now())
      process.on(name, () => {}) // with nobody left to hear it, the second would end us on the spot
    }
    return Reflect.apply(emit, process, event)
  }
  Object.defineProperty(process, 'emit', { value: emitOnce, writable: true, configurable: true })
}

/** When the launcher is killed outright, nobody can stop us by it any more: end in good order. */
function endWithLauncher() {
  const line = new Socket({ fd: 3, readable: true, writable: false })
  line.once('error', () => {})
  line.once('close', () => process.kill(process.pid, 'SIGTERM'))
  line.resume()
  line.unref()
}
