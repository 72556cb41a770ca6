import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { before, it } from 'node:test'
import * as apiKeys from '#api-keys'
import { createAdminTestApp } from '#test/admin-harness'
import { openBrowser } from '#test/chromium'
import { assertAccessibleAndFits, ensureWebApp, goTo, openSignedInPage } from '#test/web-app-page'

before(ensureWebApp)
const testApp = await createAdminTestApp()
const browser = await openBrowser()

/** Grants an OAuth app access on behalf of this user. */
async function allowApp(user_id: string): Promise<void> {
  const redirect_uri = 'https://crm.example.com/back'
  const code_verifier = 'v'.repeat(43)
  const { client_id } = await testApp.run((ctx) =>
    apiKeys.createPublicClient(ctx, { name: 'CRM', redirect_uris: [redirect_uri] }),
  )
  await testApp.run(async (ctx) => {
    const code_challenge = createHash('sha256').update(code_verifier).digest('base64url')
    const scopes = ['*'] as const
    const request = { account_id: testApp.account.id, client_id, user_id, scopes, redirect_uri }
    const { code } = await apiKeys.createAuthorizationCode(ctx, { ...request, code_challenge })
    const issued = await apiKeys.grantByCode(
      ctx,
      { code, redirect_uri, code_verifier },
      { client_id },
    )
    assert.ok(typeof issued === 'object', String(issued))
  }, '*')
}

it('the members page counts the apps of a member, revokes them, and offers that at removal', async () => {
  const ada = await testApp.createUser('sender')
  await allowApp(ada.id)
  const { page, complaints } = await openSignedInPage(browser, testApp, testApp.admin)
  await goTo(page, `${testApp.origin}/settings/members`)
  const row = page.getByRole('row').filter({ hasText: ada.email })
  await row.getByRole('cell', { name: '1', exact: true }).waitFor()
  await row.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Revoke access of 1 app' }).click()
  await page.getByRole('button', { name: 'Revoke access', exact: true }).click()
  await page.getByText('1 app has lost access.').waitFor()
  await row.getByRole('cell', { name: 'none', exact: true }).waitFor()

  await allowApp(ada.id)
  await page.reload()
  await row.getByRole('cell', { name: '1', exact: true }).waitFor()
  await row.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Remove…' }).click()
  const dialog = page.getByRole('dialog')
  assert.equal(await dialog.getByLabel('Revoke the access of 1 app').isChecked(), true)
  await assertAccessibleAndFits(page, 'remove-person')
  await dialog.getByLabel('to confirm').fill(ada.email)
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await row.waitFor({ state: 'detached' })
  const adminClient = await testApp.signIn(testApp.admin)
  const { json } = await adminClient.get(`/audit?subject_id=${ada.id}`)
  const actions = json.data.map(({ action }: { action: string }) => action)
  assert.deepEqual(actions, ['user.remove', 'user.revoke_apps', 'user.revoke_apps'])
  assert.deepEqual(complaints, [])
})
