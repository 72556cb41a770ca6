// @ts-nocheck: runs in browsers, whose globals the service does not have.

/*
 * The scripts of a page of the documentation. Without these scripts or a clipboard, pages have no copy
 * buttons, and the lists of pages and headings stay open.
 */

/** Collapses a list while the page has no space for its column. */
function collapse(list, query) {
  const narrow = matchMedia(query)
  const fit = () => {
    list.open = !narrow.matches
  }
  narrow.addEventListener('change', fit)
  fit()
}
collapse(document.querySelector('nav details'), '(max-width: 59.99rem)')
for (const contents of document.querySelectorAll('aside details'))
  collapse(contents, '(max-width: 81.99rem)')

for (const button of navigator.clipboard === undefined ? [] : document.querySelectorAll('.copy')) {
  button.hidden = false
  button.addEventListener('click', async () => {
    const code = button.parentElement.querySelector('code').textContent
    const isDone = await navigator.clipboard.writeText(code).then(
      () => true,
      () => false,
    )
    button.textContent = isDone ? 'Copied' : 'Not copied'
    setTimeout(() => {
      button.textContent = 'Copy'
    }, 2000)
  })
}
