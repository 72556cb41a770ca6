// Loaded into the process that the launcher starts, before anything else.
import { Socket } from 'node:net'

// Processes further down inherit our options, but are not the launcher's own child.
if (process.env.BESTOW_LAUNCHER === String(process.ppid)) {
  dropDuplicateSignals()
  exitWithLauncher()
}
delete process.env.BESTOW_LAUNCHER

/**
 * A Ctrl-C reaches us twice: from the terminal, and from the launcher, which cannot know that and
 * forwards its own. The second would read as an impatient 'now!', so it is dropped.
 */
function dropDuplicateSignals() {
  const emit = process.emit
  /** @type {Map<unknown, number>} */
  const lastReceivedAt = new Map()
  /** @param {any[]} event */
  const emitOnce = (...event) => {
    const [name] = event
    if (name === 'SIGINT' || name === 'SIGTERM' || name === 'SIGHUP') {
      const previous = lastReceivedAt.get(name) ?? Number.NEGATIVE_INFINITY
      if (performance.now() - previous < 300) return true
      lastReceivedAt.set(name, performance.now())
      process.on(name, () => {}) // with nobody left to hear it, the second would end us on the spot
    }
    return Reflect.apply(emit, process, event)
  }
  Object.defineProperty(process, 'emit', { value: emitOnce, writable: true, configurable: true })
}

/** When the launcher is killed outright, nobody can stop us by it any more: end in good order. */
function exitWithLauncher() {
  const launcherSocket = new Socket({ fd: 3, readable: true, writable: false })
  launcherSocket.once('error', () => {})
  launcherSocket.once('close', () => process.kill(process.pid, 'SIGTERM'))
  launcherSocket.resume()
  launcherSocket.unref()
}
