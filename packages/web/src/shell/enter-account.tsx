import { Button, Group } from '@mantine/core'
import { setAccount } from '#web/account.ts'
import type { Me } from '#web/admin-api.ts'
import { EmptyState } from '#web/components/feedback/status-views.tsx'
import { useAction } from '#web/components/feedback/use-action.ts'
import { t } from '#web/i18n/common.ts'
import { switchAccount } from './switch-account.ts'

/** A page in place of one in another account of the person, which needs a sign-in of its own. */
export function EnterAccount({ me, account }: { me: Me; account: Me['accounts'][number] }) {
  const enter = useAction(() => {
    const { pathname, search, hash } = window.location
    return switchAccount(me, account, `${pathname}${search}${hash}`)
  })
  const stay = () => {
    setAccount(me.account.id)
    window.location.assign('/')
  }
  return (
    <main id="main">
      <EmptyState
        order={1}
        title={t('This page is in {account}', { account: account.name })}
        action={
          <Group>
            <Button loading={enter.isPending} onClick={() => enter.mutate()} data-autofocus>
              {account.entry === 'single_sign_on'
                ? t('Continue with single sign-on')
                : t('Sign in there')}
            </Button>
            <Button variant="default" onClick={stay}>
              {t('Stay in {account}', { account: me.account.name })}
            </Button>
          </Group>
        }
      >
        {account.entry === 'single_sign_on'
          ? t('{account} asks for single sign-on.', { account: account.name })
          : describeSignIn(me, account)}
      </EmptyState>
    </main>
  )
}

const describeSignIn = (me: Me, { name }: Me['accounts'][number]) =>
  me.method === 'single_sign_on'
    ? t(
        'Your sign-in is for {account} only. To open the page, sign in with your password or a passkey.',
        { account: me.account.name },
      )
    : t('{account} asks for a new sign-in after some time. Sign in again to open the page.', {
        account: name,
      })
