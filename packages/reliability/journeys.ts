/**
 * `npm run journeys [-- GIFTS]` lets people work in real browsers with a separate production instance. Prints
 * the figures. The exit code is 1 if something went wrong.
 */
import { formatTable } from '#scripts/demo/print'
import { ensureWebApp } from '#test/web-app-page'
import { packByKeyboard } from './journeys/packing.ts'

const giftCount = Number(process.argv[2] ?? 50)

ensureWebApp()
console.log(`packing: ${giftCount} parcels, two packers, one kill -9`)
const { figures, problems } = await packByKeyboard(giftCount)
console.log(formatTable(figures))
for (const problem of problems) {
  process.exitCode = 1
  console.log(`  ✖ ${problem}`)
}
