import { moments, type Scenario } from './stage.ts'

/** Two processes on the same data, one after the other told to end and started anew. */
export const restarts = ({ restarts: count }: { restarts: number }): Scenario => ({
  name: 'restarts',
  services: 2,
  rest: 20,
  async trouble({ service, second, load, gifts }) {
    const complaints: string[] = []
    let slowest = 0
    for (const [round, moment] of moments(count, gifts).entries()) {
      await load.reached(moment)
      const which = round % 2 === 0 ? service : second
      const { code, ms } = await which.stop()
      slowest = Math.max(slowest, ms)
      if (code !== 0) complaints.push(`a stop ended with exit code ${code}`)
      if (ms > 30_000) complaints.push(`a stop took ${ms.toFixed(0)} ms`)
      which.start()
      await which.ready()
    }
    return {
      words: `${count} rolling restarts, the longest stop ${(slowest / 1000).toFixed(1)} s`,
      complaints,
    }
  },
})
