// The launcher preloads this file into its child process.
import { Socket } from 'node:net'

// Descendant processes inherit the options of the launcher, but are not its own children.
if (process.env.BESTOW_LAUNCHER === String(process.ppid)) {
  dropDuplicateSignals()
  exitWithLauncher()
}
delete process.env.BESTOW_LAUNCHER

/**
 * Drops duplicate signals. A Ctrl-C arrives twice: from the terminal, and from the launcher, which forwards
 * the signal that it gets. The second signal would force an immediate exit.
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
      process.on(name, () => {}) // without a listener, the second signal would end the process at once
    }
    return Reflect.apply(emit, process, event)
  }
  Object.defineProperty(process, 'emit', { value: emitOnce, writable: true, configurable: true })
}

/**
 * Ends the process in an orderly way when the launcher is killed, because the launcher
 * can no longer forward signals.
 */
function exitWithLauncher() {
  const launcherSocket = new Socket({ fd: 3, readable: true, writable: false })
  launcherSocket.once('error', () => {})
  launcherSocket.once('close', () => process.kill(process.pid, 'SIGTERM'))
  launcherSocket.resume()
  launcherSocket.unref()
}
