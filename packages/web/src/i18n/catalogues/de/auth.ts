import type { Catalogue } from '../../text-types.ts'

export const catalogue = {
  'Join with single sign-on': 'Mit Single Sign-on beitreten',
  'Continue with single sign-on': 'Weiter mit Single Sign-on',
  Continue: 'Weiter',
  'You are not signed in': 'Sie sind nicht angemeldet',
  'You have not joined yet': 'Sie sind noch nicht beigetreten',
  'Not confirmed': 'Nicht bestätigt',
  'The test failed': 'Der Test ist fehlgeschlagen',
  'Your identity provider did not let you in. Ask your IT department whether you may use Bestow.':
    'Ihr Identitätsanbieter hat Sie nicht angemeldet. Fragen Sie Ihre IT-Abteilung, ob Sie Bestow verwenden dürfen.',
  'This sign-in was used, took longer than ten minutes, or began in another browser. Start again.':
    'Diese Anmeldung wurde bereits verwendet, hat länger als zehn Minuten gedauert oder begann in einem anderen Browser. Beginnen Sie von vorn.',
  'Your identity provider knows you, but you are not a member of this account. Ask an admin to invite you. If you have an invitation, open its link first.':
    'Ihr Identitätsanbieter kennt Sie, aber Sie sind kein Mitglied dieses Kontos. Bitten Sie einen Admin um eine Einladung. Wenn Sie eine Einladung haben, öffnen Sie zuerst deren Link.',
  'Your identity provider sends no verified email address. Ask your IT department to verify it, or to add the claims email and email_verified.':
    'Ihr Identitätsanbieter sendet keine bestätigte E-Mail-Adresse. Bitten Sie Ihre IT-Abteilung, sie zu bestätigen oder die Claims email und email_verified hinzuzufügen.',
  'You operate this installation, so you cannot sign in through the identity provider of an account. Sign in with a passkey or your password.':
    'Sie betreiben diese Installation und können sich deshalb nicht über den Identitätsanbieter eines Kontos anmelden. Melden Sie sich mit einem Passkey oder Ihrem Passwort an.',
  'Confirm that it is you': 'Bestätigen Sie, dass Sie es sind',
  'You use single sign-on with this account for the first time. Confirm it once with your password or a passkey.':
    'Sie nutzen Single Sign-on bei diesem Konto zum ersten Mal. Bestätigen Sie es einmal mit Ihrem Passwort oder einem Passkey.',
  'An email is on its way to {email}. Open its link to join.':
    'Eine E-Mail an {email} ist unterwegs. Öffnen Sie den Link darin, um beizutreten.',
  'First confirm that {email} is your address: an email has the link to join.':
    'Bestätigen Sie zuerst, dass {email} Ihre Adresse ist: Den Link zum Beitreten erhalten Sie per E-Mail.',
  'Send the email': 'E-Mail senden',
  'You signed in as another person at your identity provider than this account expects. Sign out there and start again, or ask an admin to unlink single sign-on under People.':
    'Sie haben sich bei Ihrem Identitätsanbieter als eine andere Person angemeldet, als dieses Konto erwartet. Melden Sie sich dort ab und beginnen Sie von vorn, oder bitten Sie einen Admin, unter Personen die Verknüpfung mit Single Sign-on zu lösen.',
  'Your address belongs to a user of another account. Sign in there, or ask for an invitation to another address.':
    'Ihre Adresse gehört einer Person in einem anderen Konto. Melden Sie sich dort an oder bitten Sie um eine Einladung an eine andere Adresse.',
  'Your identity provider did not ask you to sign in again. Sign out there and start again.':
    'Ihr Identitätsanbieter hat Sie nicht erneut zur Anmeldung aufgefordert. Melden Sie sich dort ab und beginnen Sie von vorn.',
  'Your identity provider does not respond. Try again in a few minutes. Admins can sign in with a passkey or their password.':
    'Ihr Identitätsanbieter antwortet nicht. Versuchen Sie es in einigen Minuten noch einmal. Admins können sich mit Passkey oder Passwort anmelden.',
  'Your identity provider rejected the request of Bestow. An admin can check the client ID and the client secret in the settings.':
    'Ihr Identitätsanbieter hat die Anfrage von Bestow abgelehnt. Ein Admin kann in den Einstellungen Client-ID und Client-Secret prüfen.',
  'The response of your identity provider is not valid. Start again. If that does not help, an admin can run a test in the settings.':
    'Die Antwort Ihres Identitätsanbieters ist ungültig. Beginnen Sie von vorn. Wenn das nicht hilft, kann ein Admin in den Einstellungen einen Test ausführen.',
  'Your account requires single sign-on. Continue at your company’s identity provider.':
    'Ihr Konto verlangt Single Sign-on. Fahren Sie beim Identitätsanbieter Ihres Unternehmens fort.',
  'Enter your work email address. You then sign in at your company’s identity provider.':
    'Geben Sie Ihre geschäftliche E-Mail-Adresse ein. Danach melden Sie sich beim Identitätsanbieter Ihres Unternehmens an.',
  'Thank you. Now repeat the step.': 'Danke. Wiederholen Sie jetzt den Schritt.',
  'No single sign-on for this address': 'Kein Single Sign-on für diese Adresse',
  'Check the address. If it is correct, sign in with a passkey or your password, or ask an admin of your account.':
    'Prüfen Sie die Adresse. Wenn sie stimmt, melden Sie sich mit Passkey oder Passwort an, oder fragen Sie einen Admin Ihres Kontos.',
  'Go back to the page': 'Zurück zur Seite',
  'To try again, open the link in the email of the invitation.':
    'Um es noch einmal zu versuchen, öffnen Sie den Link in der E-Mail mit der Einladung.',
  'Go to the settings of single sign-on': 'Zu den Einstellungen für Single Sign-on',
  'The test found no member': 'Der Test hat kein Mitglied gefunden',
  'The test worked': 'Der Test war erfolgreich',
  'You are still signed in as before.': 'Sie sind weiterhin wie zuvor angemeldet.',
  'This person would sign in as {member}.': 'Diese Person würde als {member} angemeldet.',
  'The identity provider sends no verified email address, so members cannot sign in for the first time. Add the claims email and email_verified.':
    'Der Identitätsanbieter sendet keine bestätigte E-Mail-Adresse, daher können sich Mitglieder nicht zum ersten Mal anmelden. Fügen Sie die Claims email und email_verified hinzu.',
  'The address {email} belongs to no member of this account. Invite this person first.':
    'Die Adresse {email} gehört keinem Mitglied dieses Kontos. Laden Sie diese Person zuerst ein.',
  Confirm: 'Bestätigen',
  'Confirm your new email address': 'Neue E-Mail-Adresse bestätigen',
  'Email address changed': 'E-Mail-Adresse geändert',
  'From now on, sign in with {email}.': 'Melden Sie sich ab jetzt mit {email} an.',
  'Go to your profile': 'Zum Profil',
  'From then on, you sign in with this address. You stay signed in on your devices.':
    'Danach melden Sie sich mit dieser Adresse an. Sie bleiben überall angemeldet.',
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
  'Company name': 'Name des Unternehmens',
  'Check your email': 'Sehen Sie in Ihr Postfach',
  'Choose a new password': 'Neues Passwort wählen',
  'Choose a password': 'Passwort wählen',
  Code: 'Code',
  'Create account': 'Konto erstellen',
  'Enter the setup code shown in the terminal where you started Bestow.':
    'Geben Sie den Einrichtungscode ein, der im Terminal steht, in dem Sie Bestow gestartet haben.',
  'Enter the six-digit code from your authenticator app, or one of your backup codes.':
    'Geben Sie den sechsstelligen Code aus Ihrer Authenticator-App oder einen Ihrer Backup-Codes ein.',
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
    'Wir senden Ihnen einen Link, mit dem Sie ein neues wählen. Ihre Authenticator-App und Ihre Passkeys bleiben unverändert.',
  'You’ll be signed out everywhere. Then sign in with the new password.':
    'Sie werden überall abgemeldet. Melden Sie sich danach mit dem neuen Passwort an.',
  'Your email address': 'Ihre E-Mail-Adresse',
  'Your name': 'Ihr Name',
} satisfies Catalogue
