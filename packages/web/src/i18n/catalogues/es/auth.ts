import type { SameTexts } from '../../text-types.ts'
import type { catalogue as german } from '../de/auth.ts'

export const catalogue: SameTexts<typeof german> = {
  'Join with single sign-on': 'Unirse con inicio de sesión único',
  'Continue with single sign-on': 'Continuar con SSO',
  Continue: 'Continuar',
  'You are not signed in': 'No has iniciado sesión',
  'You have not joined yet': 'Todavía no te has unido',
  'Not confirmed': 'Sin confirmar',
  'The test failed': 'La prueba ha fallado',
  'Your identity provider did not let you in. Ask your IT department whether you may use Bestow.':
    'Tu proveedor de identidad no te ha dejado entrar. Pregunta a tu departamento de informática si puedes usar Bestow.',
  'This sign-in was used, took longer than ten minutes, or began in another browser. Start again.':
    'Este inicio de sesión ya se ha usado, ha tardado más de diez minutos o empezó en otro navegador. Empieza de nuevo.',
  'Your identity provider knows you, but you are not a member of this account. Ask an admin to invite you. If you have an invitation, open its link first.':
    'Tu proveedor de identidad te conoce, pero no eres miembro de esta cuenta. Pide a un administrador que te invite. Si tienes una invitación, abre antes su enlace.',
  'Your identity provider sends no verified email address. Ask your IT department to verify it, or to add the claims email and email_verified.':
    'Tu proveedor de identidad no envía ninguna dirección de correo verificada. Pide a tu departamento de informática que la verifique o que añada los claims email y email_verified.',
  'You operate this installation, so you cannot sign in through the identity provider of an account. Sign in with a passkey or your password.':
    'Administras esta instalación, así que no puedes iniciar sesión con el proveedor de identidad de una cuenta. Inicia sesión con una llave de acceso o con tu contraseña.',
  'Confirm that it is you': 'Confirma que eres tú',
  'You use single sign-on with this account for the first time. Confirm it once with your password or a passkey.':
    'Es la primera vez que usas el inicio de sesión único con esta cuenta. Confírmalo una vez con tu contraseña o una llave de acceso.',
  'An email is on its way to {email}. Open its link to join.':
    'Hemos enviado un correo a {email}. Abre el enlace que contiene para unirte.',
  'First confirm that {email} is your address: an email has the link to join.':
    'Primero confirma que {email} es tu dirección: recibirás por correo el enlace para unirte.',
  'Send the email': 'Enviar el correo',
  'You signed in as another person at your identity provider than this account expects. Sign out there and start again, or ask an admin to unlink single sign-on under People.':
    'En tu proveedor de identidad has iniciado sesión como una persona distinta de la que espera esta cuenta. Cierra allí la sesión y empieza de nuevo, o pide a un administrador que desvincule el inicio de sesión único en Personas.',
  'Your address belongs to a user of another account. Sign in there, or ask for an invitation to another address.':
    'Tu dirección pertenece a un usuario de otra cuenta. Inicia sesión allí o pide una invitación a otra dirección.',
  'Your identity provider did not ask you to sign in again. Sign out there and start again.':
    'Tu proveedor de identidad no te ha pedido que inicies sesión de nuevo. Cierra allí la sesión y empieza de nuevo.',
  'Your identity provider does not respond. Try again in a few minutes. Admins can sign in with a passkey or their password.':
    'Tu proveedor de identidad no responde. Inténtalo de nuevo en unos minutos. Los administradores pueden iniciar sesión con una llave de acceso o su contraseña.',
  'Your identity provider rejected the request of Bestow. An admin can check the client ID and the client secret in the settings.':
    'Tu proveedor de identidad ha rechazado la petición de Bestow. Un administrador puede comprobar el ID y el secreto de cliente en los ajustes.',
  'The response of your identity provider is not valid. Start again. If that does not help, an admin can run a test in the settings.':
    'La respuesta de tu proveedor de identidad no es válida. Empieza de nuevo. Si no sirve, un administrador puede hacer una prueba en los ajustes.',
  'Your account requires single sign-on. Continue at your company’s identity provider.':
    'Tu cuenta exige el inicio de sesión único. Continúa en el proveedor de identidad de tu empresa.',
  'Enter your work email address. You then sign in at your company’s identity provider.':
    'Introduce tu dirección de correo del trabajo. Después inicias sesión en el proveedor de identidad de tu empresa.',
  'Thank you. Now repeat the step.': 'Gracias. Ahora repite el paso.',
  'No single sign-on for this address': 'No hay inicio de sesión único para esta dirección',
  'Check the address. If it is correct, sign in with a passkey or your password, or ask an admin of your account.':
    'Comprueba la dirección. Si es correcta, inicia sesión con una llave de acceso o tu contraseña, o pregunta a un administrador de tu cuenta.',
  'Go back to the page': 'Volver a la página',
  'To try again, open the link in the email of the invitation.':
    'Para intentarlo de nuevo, abre el enlace del correo de la invitación.',
  'Go to the settings of single sign-on': 'Ir a los ajustes del inicio de sesión único',
  'The test found no member': 'La prueba no ha encontrado a ningún miembro',
  'The test worked': 'La prueba ha funcionado',
  'You are still signed in as before.': 'Tu sesión sigue abierta como antes.',
  'This person would sign in as {member}.': 'Esta persona iniciaría sesión como {member}.',
  'The identity provider sends no verified email address, so members cannot sign in for the first time. Add the claims email and email_verified.':
    'El proveedor de identidad no envía ninguna dirección de correo verificada, así que los miembros no pueden iniciar sesión por primera vez. Añade los claims email y email_verified.',
  'The address {email} belongs to no member of this account. Invite this person first.':
    'La dirección {email} no pertenece a ningún miembro de esta cuenta. Invita primero a esta persona.',
  Confirm: 'Confirmar',
  'Confirm your new email address': 'Confirma tu nueva dirección de correo',
  'Email address changed': 'Dirección de correo cambiada',
  'From now on, sign in with {email}.': 'A partir de ahora, inicia sesión con {email}.',
  'Go to your profile': 'Ir a tu perfil',
  'From then on, you sign in with this address. You stay signed in on your devices.':
    'Después inicias sesión con esta dirección. Tus sesiones siguen abiertas.',
  '{inviter} has invited {email} to connect systems with the account.':
    '{inviter} ha invitado a {email} a conectar sistemas con la cuenta.',
  '{inviter} has invited {email} to follow the gifts of the account.':
    '{inviter} ha invitado a {email} a seguir los regalos de la cuenta.',
  '{inviter} has invited {email} to pack and ship parcels.':
    '{inviter} ha invitado a {email} a preparar y enviar paquetes.',
  '{inviter} has invited {email} to run the account as an admin.':
    '{inviter} ha invitado a {email} a gestionar la cuenta como administrador.',
  '{inviter} has invited {email} to send gifts.':
    '{inviter} ha invitado a {email} a enviar regalos.',
  'Ask the person who invited you to send a new one. An invitation works once, and for a few days only.':
    'Pide una nueva a la persona que te invitó. Una invitación sirve una sola vez y durante unos días.',
  Back: 'Volver',
  'Back to sign-in': 'Volver a iniciar sesión',
  'Company name': 'Nombre de la empresa',
  'Check your email': 'Revisa tu correo',
  'Choose a new password': 'Elige una contraseña nueva',
  'Choose a password': 'Elige una contraseña',
  Code: 'Código',
  'Create account': 'Crear cuenta',
  'Enter the setup code shown in the terminal where you started Bestow.':
    'Introduce el código de configuración que aparece en el terminal donde iniciaste Bestow.',
  'Enter the six-digit code from your authenticator app, or one of your backup codes.':
    'Introduce el código de seis dígitos de tu aplicación de autenticación o uno de tus códigos de respaldo.',
  'Forgot your password?': '¿Has olvidado tu contraseña?',
  'Go to sign-in': 'Ir a iniciar sesión',
  'If {sentTo} has an account, we’ve emailed it a link. The link works for an hour.':
    'Si {sentTo} tiene una cuenta, le hemos enviado un enlace. El enlace vale una hora.',
  Join: 'Unirse',
  'Join {account}': 'Unirse a {account}',
  'No passkey was created. Try again, or use another device.':
    'No se ha creado ninguna llave de acceso. Inténtalo de nuevo o usa otro dispositivo.',
  'No passkey was used. Try again, or sign in with your password.':
    'No se ha usado ninguna llave de acceso. Inténtalo de nuevo o inicia sesión con tu contraseña.',
  or: 'o',
  'Password changed. Sign in with your new password.':
    'Contraseña cambiada. Inicia sesión con la contraseña nueva.',
  'Request a new link': 'Solicitar un enlace nuevo',
  'Send link': 'Enviar enlace',
  'Set up Bestow': 'Configurar Bestow',
  'Setup code': 'Código de configuración',
  'Sign in with a passkey': 'Usar una llave de acceso',
  Staging: 'Staging',
  'This device already has a passkey for you.':
    'Este dispositivo ya tiene una llave de acceso para ti.',
  'This installation can’t send email yet. Ask its operator to set up email, or an admin to invite you again.':
    'Esta instalación todavía no puede enviar correos. Pide al operador que configure el correo o a un administrador que te invite de nuevo.',
  'This invitation has expired': 'Esta invitación ha caducado',
  'Two-step sign-in': 'Inicio de sesión en dos pasos',
  'We’ll send you a link to choose a new one. Your authenticator app and passkeys stay the same.':
    'Te enviaremos un enlace para elegir una nueva. Tu aplicación de autenticación y tus llaves de acceso no cambian.',
  'You’ll be signed out everywhere. Then sign in with the new password.':
    'Se cerrará tu sesión en todas partes. Después, inicia sesión con la contraseña nueva.',
  'Your email address': 'Tu correo electrónico',
  'Your name': 'Tu nombre',
}
