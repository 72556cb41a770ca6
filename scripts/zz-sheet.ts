import { launchBrowser } from '#test/chromium'
import { readFileSync } from 'node:fs'
const [, , out, height, ...files] = process.argv
const { browser: b } = await launchBrowser(); const p = await b.newPage({ viewport: { width: 1900, height: 800 } })
await p.setContent(`<body style="margin:0;display:flex;flex-wrap:wrap;gap:8px;background:#888">${files.map((f) => `<img style="height:${height}px" src="data:image/${f.endsWith('webp')?'webp':'png'};base64,${readFileSync(f).toString('base64')}">`).join('')}</body>`)
await p.waitForTimeout(500)
await p.screenshot({ path: out!, fullPage: true }); await b.close()
process.exit(0)
