/** The page that replaces the web app if the app was not built, because the build tools are not installed. */
export const notBuilt = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Bestow</title>
<style nonce="%NONCE%">
  :root { color-scheme: light dark }
  body { margin: 0; min-height: 100dvh; display: grid; place-items: center; font: 17px/1.55 system-ui, sans-serif }
  main { max-width: 34rem; padding: 24px }
</style>
</head>
<body>
<main>
<h1>Bestow is running</h1>
<p>The web app is missing, or the user of the service cannot read it. Run <code>node scripts/run.js scripts/web.ts</code> and start the service again.</p>
<p>The <a href="/docs">API reference</a> is available.</p>
</main>
</body>
</html>
`
