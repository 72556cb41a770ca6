import { hashOfWeb, readBuildInfo } from './launcher/web.js'
import { root } from './steps.ts'
import { buildWeb, maxInitialKb } from './web/build.ts'

/*
 * Builds the web app into packages/web/dist, as the launcher does before a start. With --check, it repeats
 * only an outdated build, and a first page with too much script is an error.
 */

const hash = hashOfWeb(root)
const buildInfo = readBuildInfo(root)
const isFresh = process.argv.includes('--check') && buildInfo?.hash === hash
const { initial } = isFresh ? buildInfo : await buildWeb(hash)
console.error(`The first page of the web app loads ${initial} KB of script.`)
if (initial > maxInitialKb) {
  console.error(
    `The maximum is ${maxInitialKb} KB. Load code that not every page needs with import().`,
  )
  process.exitCode = 1
}
