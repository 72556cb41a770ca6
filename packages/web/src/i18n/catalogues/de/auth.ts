import type { Catalogue } from '../../text-types.ts'

export const catalogue = {
  Confirm: 'Bestätigen',
  'Confirm your new email address': 'Neue E-Mail-Adresse bestätigen',
  'Email address changed': 'E-Mail-Adresse geändert',
  'From now on, sign in with {email}.': 'Melden Sie sich ab jetzt mit {email} an.',
  'Go to your profile': 'Zum Profil',
  'You then sign in with this address. Your sessions stay signed in.':
    'Danach melden Sie sich mit dieser Adresse an. Ihre Sitzungen bleiben angemeldet.',
  '{inviter} has invited {email} to connect systems with the account.':
    '{inviter} hat {email} eingeladen, Systeme mit dem Konto zu verbinden.',
  '{inviter} has invited {email} to follow the gifts of the account.':
    '{inviter} hat {email} eingeladen, die Geschenke des Kontos zu verfolgen.',
  '{inviter} has invited {email} to pack and ship parcels.':
    '{inviter} hat {email} eingeladen, Pakete zu packen und zu versenden.',
  '{inviter} has invited {email} to run the account as an admin.':
    '{inviter} hat {email} eingeladen, das Konto als Admin zu verwalten.',
  '{inviter} has invited {email} to send gifts.':
    '{inviter} hat {email} eingeladen, Geschenke zu senden.',
  'Ask the person who invited you to send a new one. An invitation works once, and for a few days only.':
    'Bitten Sie die Person, die Sie eingeladen hat, um eine neue. Eine Einladung gilt nur einmal und nur wenige Tage.',
  Back: 'Zurück',
  'Back to sign-in': 'Zurück zur Anmeldung',
  'Business name': 'Name des Unternehmens',
  'Check your email': 'Sehen Sie in Ihr Postfach',
  'Choose a new password': 'Neues Passwort wählen',
  'Choose a password': 'Passwort wählen',
  Code: 'Code',
  'Create account': 'Konto erstellen',
  'Enter the setup code shown in the terminal where you started Bestow.':
    'Geben Sie den Einrichtungscode ein, der im Terminal steht, in dem Sie Bestow gestartet haben.',
  'Enter the six-digit code from your authenticator app, or one of your backup codes.':
    'Geben Sie den sechsstelligen Code aus Ihrer Authenticator-App oder einen Ihrer Ersatzcodes ein.',
  'Forgot your password?': 'Passwort vergessen?',
  'Go to sign-in': 'Zur Anmeldung',
  'If {sentTo} has an account, we’ve emailed it a link. The link works for an hour.':
    'Falls es ein Konto für {sentTo} gibt, haben wir einen Link dorthin gesendet. Er ist eine Stunde gültig.',
  Join: 'Beitreten',
  'Join {account}': '{account} beitreten',
  'No passkey was created. Try again, or use another device.':
    'Es wurde kein Passkey erstellt. Versuchen Sie es erneut oder verwenden Sie ein anderes Gerät.',
  'No passkey was used. Try again, or sign in with your password.':
    'Es wurde kein Passkey verwendet. Versuchen Sie es erneut oder melden Sie sich mit Ihrem Passwort an.',
  or: 'oder',
  'Password changed. Sign in with your new password.':
    'Passwort geändert. Melden Sie sich mit dem neuen Passwort an.',
  'Request a new link': 'Neuen Link anfordern',
  'Send link': 'Link senden',
  'Set up Bestow': 'Bestow einrichten',
  'Setup code': 'Einrichtungscode',
  'Sign in with a passkey': 'Mit Passkey anmelden',
  Staging: 'Staging',
  'This device already has a passkey for you.': 'Dieses Gerät hat bereits einen Passkey für Sie.',
  'This installation can’t send email yet. Ask its operator to set up email, or an admin to invite you again.':
    'Diese Installation kann noch keine E-Mails senden. Bitten Sie den Betreiber, E-Mail einzurichten, oder einen Admin, Sie erneut einzuladen.',
  'This invitation has expired': 'Diese Einladung ist abgelaufen',
  'Two-step sign-in': 'Anmeldung in zwei Schritten',
  'We’ll send you a link to choose a new one. Your authenticator app and passkeys stay the same.':
    'Wir senden Ihnen einen Link, mit dem Sie ein neues wählen. Ihre Authenticator-App und Ihre Passkeys bleiben gleich.',
  'You’ll be signed out everywhere. Then sign in with the new password.':
    'Sie werden überall abgemeldet. Melden Sie sich danach mit dem neuen Passwort an.',
  'Your email address': 'Ihre E-Mail-Adresse',
  'Your name': 'Ihr Name',
} satisfies Catalogue
