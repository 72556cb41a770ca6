import { hashOfWeb, readBuildInfo } from './launcher/web.js'
import { root } from './steps.ts'
import { buildWeb, maxInitialKb } from './web/build.ts'

/*
 * Builds the web app into packages/web/dist, as the launcher does before a start that needs it. With --check it
 * builds only what is out of date, and fails when the first page would load too much script.
 */

const hash = hashOfWeb(root)
const buildInfo = readBuildInfo(root)
const isFresh = process.argv.includes('--check') && buildInfo?.hash === hash
const { initial } = isFresh ? buildInfo : await buildWeb(hash)
console.error(`The web app begins with ${initial} KB of script.`)
if (initial > maxInitialKb) {
  console.error(
    `That is more than ${maxInitialKb} KB: load what not every page needs with import().`,
  )
  process.exitCode = 1
}
