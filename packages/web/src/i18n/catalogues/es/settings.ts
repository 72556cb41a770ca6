import type { SameTexts } from '../../text-types.ts'
import type { catalogue as german } from '../de/settings.ts'

export const catalogue: SameTexts<typeof german> = {
  '{actor} {action} {subject}': '{actor}: {action} {subject}',
  '{actor} accepted the invitation': '{actor} aceptó la invitación',
  '{actor} accepted the invitation as {subject}': '{actor} aceptó la invitación como {subject}',
  '{actor} added a passkey': '{actor} añadió una clave de acceso',
  '{actor} added a passkey for {subject}': '{actor} añadió una clave de acceso para {subject}',
  '{actor} added addresses or domains to the deny list for {subject}':
    '{actor} añadió direcciones o dominios a la lista de bloqueo de {subject}',
  '{actor} added chat alerts to {subject}': '{actor} añadió avisos por chat a {subject}',
  '{actor} added sample products and campaigns to {subject}':
    '{actor} añadió productos y campañas de ejemplo a {subject}',
  '{actor} added warehouse {subject}': '{actor} añadió el almacén {subject}',
  '{actor} added webhook endpoint {subject}': '{actor} añadió el endpoint de webhook {subject}',
  '{actor} adjusted the stock of {subject}': '{actor} ajustó las existencias de {subject}',
  '{actor} advanced the clock of {subject}': '{actor} adelantó el reloj de {subject}',
  '{actor} allowed emails again to recipient {subject}':
    '{actor} volvió a permitir correos al destinatario {subject}',
  '{actor} answered a problem report of gift {subject}':
    '{actor} respondió a un aviso de problema del regalo {subject}',
  '{actor} approved claims of one-link {subject}':
    '{actor} aprobó solicitudes del One-Link {subject}',
  '{actor} archived campaign {subject}': '{actor} archivó la campaña {subject}',
  '{actor} archived warehouse {subject}': '{actor} archivó el almacén {subject}',
  '{actor} bought the label of parcel {subject}':
    '{actor} compró la etiqueta del paquete {subject}',
  '{actor} called a tool as agent {subject}':
    '{actor} llamó a una herramienta como agente {subject}',
  '{actor} cancelled gift {subject}': '{actor} anuló el regalo {subject}',
  '{actor} changed campaign {subject}': '{actor} cambió la campaña {subject}',
  '{actor} changed chat alerts to {subject}': '{actor} cambió los avisos por chat a {subject}',
  '{actor} changed gift {subject}': '{actor} cambió el regalo {subject}',
  '{actor} changed product {subject}': '{actor} cambió el producto {subject}',
  '{actor} changed the card of gift {subject}': '{actor} cambió la tarjeta del regalo {subject}',
  '{actor} changed the contents of {subject}': '{actor} cambió el contenido de {subject}',
  '{actor} changed the daily email of {subject}': '{actor} cambió el correo diario de {subject}',
  '{actor} changed the daily limit of app {subject}':
    '{actor} cambió el límite diario de la aplicación {subject}',
  '{actor} changed the default for {subject}':
    '{actor} cambió el valor predeterminado de {subject}',
  '{actor} changed the password of {subject}': '{actor} cambió la contraseña de {subject}',
  '{actor} changed the permissions of API key {subject}':
    '{actor} cambió los permisos de la clave de API {subject}',
  '{actor} changed the permissions of OAuth client {subject}':
    '{actor} cambió los permisos del cliente OAuth {subject}',
  '{actor} changed the role of {subject}': '{actor} cambió el rol de {subject}',
  '{actor} changed the settings of {subject}': '{actor} cambió los ajustes de {subject}',
  '{actor} changed the settings of one-link {subject}':
    '{actor} cambió los ajustes del One-Link {subject}',
  '{actor} changed their daily email': '{actor} cambió su correo diario',
  '{actor} changed their password': '{actor} cambió su contraseña',
  '{actor} changed warehouse {subject}': '{actor} cambió el almacén {subject}',
  '{actor} changed webhook endpoint {subject}': '{actor} cambió el endpoint de webhook {subject}',
  '{actor} closed a problem report of gift {subject}':
    '{actor} cerró un aviso de problema del regalo {subject}',
  '{actor} closed one-link {subject}': '{actor} cerró el One-Link {subject}',
  '{actor} connected app {subject}': '{actor} conectó la aplicación {subject}',
  '{actor} copied the invitation link of {subject}':
    '{actor} copió el enlace de invitación de {subject}',
  '{actor} corrected the email address of gift {subject}':
    '{actor} corrigió la dirección de correo del regalo {subject}',
  '{actor} corrected the email address of recipient {subject}':
    '{actor} corrigió la dirección de correo del destinatario {subject}',
  '{actor} corrected the shipping address of gift {subject}':
    '{actor} corrigió la dirección de envío del regalo {subject}',
  '{actor} counted the stock of {subject}': '{actor} contó las existencias de {subject}',
  '{actor} created API key {subject}': '{actor} creó la clave de API {subject}',
  '{actor} created campaign {subject}': '{actor} creó la campaña {subject}',
  '{actor} created OAuth client {subject}': '{actor} creó el cliente OAuth {subject}',
  '{actor} created one-link {subject}': '{actor} creó el One-Link {subject}',
  '{actor} created product {subject}': '{actor} creó el producto {subject}',
  '{actor} created sample gift {subject}': '{actor} creó el regalo de ejemplo {subject}',
  '{actor} deleted webhook endpoint {subject}': '{actor} eliminó el endpoint de webhook {subject}',
  '{actor} disabled webhook endpoint {subject}':
    '{actor} desactivó el endpoint de webhook {subject}',
  '{actor} disconnected app {subject}': '{actor} desconectó la aplicación {subject}',
  '{actor} enabled webhook endpoint {subject}': '{actor} activó el endpoint de webhook {subject}',
  '{actor} entered the tracking number of a parcel of gift {subject}':
    '{actor} introdujo el número de seguimiento de un paquete del regalo {subject}',
  '{actor} erased the personal data of {subject}':
    '{actor} borró los datos personales de {subject}',
  '{actor} exported the personal data of {subject}':
    '{actor} exportó los datos personales de {subject}',
  '{actor} extended gift {subject}': '{actor} prorrogó el regalo {subject}',
  '{actor} generated new backup codes': '{actor} generó nuevos códigos de respaldo',
  '{actor} generated new backup codes for {subject}':
    '{actor} generó nuevos códigos de respaldo para {subject}',
  '{actor} handed over parcel {subject}': '{actor} entregó al transportista el paquete {subject}',
  '{actor} imported a catalogue file into {subject}':
    '{actor} importó un archivo de catálogo en {subject}',
  '{actor} imported codes of {subject}': '{actor} importó códigos de {subject}',
  '{actor} imported the tracking number of a parcel of gift {subject}':
    '{actor} importó el número de seguimiento de un paquete del regalo {subject}',
  '{actor} invited {subject}': '{actor} invitó a {subject}',
  '{actor} marked as not packed parcel {subject}':
    '{actor} marcó como no embalado el paquete {subject}',
  '{actor} marked as paid the donations to {subject}':
    '{actor} marcó como pagadas las donaciones a {subject}',
  '{actor} marked as unpaid the donations to {subject}':
    '{actor} marcó como no pagadas las donaciones a {subject}',
  '{actor} packed parcel {subject}': '{actor} embaló el paquete {subject}',
  '{actor} printed the address label of parcel {subject}':
    '{actor} imprimió la etiqueta de dirección del paquete {subject}',
  '{actor} printed the carrier’s label of parcel {subject}':
    '{actor} imprimió la etiqueta del transportista del paquete {subject}',
  '{actor} printed the packing slip of parcel {subject}':
    '{actor} imprimió el albarán del paquete {subject}',
  '{actor} put items back into stock from a parcel of gift {subject}':
    '{actor} devolvió a las existencias artículos de un paquete del regalo {subject}',
  '{actor} recorded the progress of a parcel of gift {subject}':
    '{actor} registró el progreso de un paquete del regalo {subject}',
  '{actor} rejected claims of one-link {subject}':
    '{actor} rechazó solicitudes del One-Link {subject}',
  '{actor} removed {subject}': '{actor} eliminó a {subject}',
  '{actor} removed a passkey': '{actor} eliminó una clave de acceso',
  '{actor} removed a passkey of {subject}': '{actor} eliminó una clave de acceso de {subject}',
  '{actor} removed an entry from the deny list for {subject}':
    '{actor} eliminó una entrada de la lista de bloqueo de {subject}',
  '{actor} removed chat alerts to {subject}': '{actor} eliminó los avisos por chat a {subject}',
  '{actor} renamed warehouse {subject}': '{actor} cambió el nombre del almacén {subject}',
  '{actor} replaced the code of gift {subject}': '{actor} sustituyó el código del regalo {subject}',
  '{actor} replaced the link of gift {subject}': '{actor} sustituyó el enlace del regalo {subject}',
  '{actor} reported a damaged item of parcel {subject}':
    '{actor} notificó un artículo dañado en el paquete {subject}',
  '{actor} reported an item out of stock of parcel {subject}':
    '{actor} notificó un artículo agotado en el paquete {subject}',
  '{actor} reported an unusable address of parcel {subject}':
    '{actor} notificó una dirección no válida en el paquete {subject}',
  '{actor} resent an email of gift {subject}': '{actor} reenvió un correo del regalo {subject}',
  '{actor} resent delivery {subject}': '{actor} reenvió la entrega {subject}',
  '{actor} resent failed deliveries of webhook endpoint {subject}':
    '{actor} reenvió entregas fallidas del endpoint de webhook {subject}',
  '{actor} resent the invitation to {subject}': '{actor} reenvió la invitación a {subject}',
  '{actor} reset the password of {subject}': '{actor} restableció la contraseña de {subject}',
  '{actor} reset their password': '{actor} restableció su contraseña',
  '{actor} reshipped a parcel of gift {subject}': '{actor} reenvió un paquete del regalo {subject}',
  '{actor} restored campaign {subject}': '{actor} restauró la campaña {subject}',
  '{actor} retried the waiting deliveries of webhook endpoint {subject}':
    '{actor} reintentó las entregas en espera del endpoint de webhook {subject}',
  '{actor} revoked a code of {subject}': '{actor} revocó un código de {subject}',
  '{actor} revoked API key {subject}': '{actor} revocó la clave de API {subject}',
  '{actor} revoked OAuth client {subject}': '{actor} revocó el cliente OAuth {subject}',
  '{actor} revoked the apps of {subject}': '{actor} revocó las aplicaciones de {subject}',
  '{actor} revoked the invitation of {subject}': '{actor} revocó la invitación de {subject}',
  '{actor} revoked the tokens of OAuth client {subject}':
    '{actor} revocó los tokens del cliente OAuth {subject}',
  '{actor} rotated the Ed25519 key of webhook endpoint {subject}':
    '{actor} rotó la clave Ed25519 del endpoint de webhook {subject}',
  '{actor} rotated the secret of OAuth client {subject}':
    '{actor} rotó el secreto del cliente OAuth {subject}',
  '{actor} rotated the secret of webhook endpoint {subject}':
    '{actor} rotó el secreto del endpoint de webhook {subject}',
  '{actor} sent a reminder for gift {subject}':
    '{actor} envió un recordatorio del regalo {subject}',
  '{actor} sent a replacement after a problem report of gift {subject}':
    '{actor} envió un reemplazo tras un aviso de problema del regalo {subject}',
  '{actor} sent a replacement of gift {subject}': '{actor} envió un reemplazo del regalo {subject}',
  '{actor} sent a test event to webhook endpoint {subject}':
    '{actor} envió un evento de prueba al endpoint de webhook {subject}',
  '{actor} sent a test message to {subject}': '{actor} envió un mensaje de prueba a {subject}',
  '{actor} sent gift {subject}': '{actor} envió el regalo {subject}',
  '{actor} set up account {subject}': '{actor} configuró la cuenta {subject}',
  '{actor} signed in': '{actor} inició sesión',
  '{actor} signed in as {subject}': '{actor} inició sesión como {subject}',
  '{actor} signed out other sessions of {subject}': '{actor} cerró otras sesiones de {subject}',
  '{actor} signed out their other sessions': '{actor} cerró sus otras sesiones',
  '{actor} simulated a carrier update of parcel {subject}':
    '{actor} simuló una actualización del transportista del paquete {subject}',
  '{actor} simulated the progress of gift {subject}':
    '{actor} simuló el progreso del regalo {subject}',
  '{actor} transferred the admin role to {subject}':
    '{actor} transfirió el rol de administrador a {subject}',
  '{actor} turned off the authenticator app of {subject}':
    '{actor} desactivó la aplicación de autenticación de {subject}',
  '{actor} turned off their authenticator app': '{actor} desactivó su aplicación de autenticación',
  '{actor} turned on the authenticator app of {subject}':
    '{actor} activó la aplicación de autenticación de {subject}',
  '{actor} turned on their authenticator app': '{actor} activó su aplicación de autenticación',
  '{actor} uploaded a photo or video for a card {subject}':
    '{actor} subió una foto o un vídeo para una tarjeta {subject}',
  '{actor} uploaded the file of {subject}': '{actor} subió el archivo de {subject}',
  '{actor} viewed the address of parcel {subject}':
    '{actor} vio la dirección del paquete {subject}',
  '{actor} viewed the shipping address of gift {subject}':
    '{actor} vio la dirección de envío del regalo {subject}',
  '{app} disconnected.': '{app}: desconectada.',
  '{browser} on {system}': '{browser} en {system}',
  '{chosen} of {total} kinds': '{chosen} de {total} tipos',
  '{count} apps have lost access.': {
    one: '{count} aplicación ha perdido el acceso.',
    other: '{count} aplicaciones han perdido el acceso.',
  },
  '{count} entries added.': {
    one: '{count} entrada añadida.',
    other: '{count} entradas añadidas.',
  },
  '{count} gifts a day': { one: '{count} regalo al día', other: '{count} regalos al día' },
  '{count} of 10 backup codes left': 'Quedan {count} de 10 códigos de respaldo',
  '{count} passkeys, {methods}': {
    one: 'clave de acceso, {methods}',
    other: '{count} claves de acceso, {methods}',
  },
  '{entry} removed from the deny list.': '{entry}: eliminado de la lista de bloqueo.',
  '{name} becomes an admin, and you a sender. Only an admin can give the role back to you.':
    '{name} pasará a ser administrador y usted, remitente. Solo un administrador puede devolverle el rol.',
  '{name} is {role} now.': '{name} ahora tiene el rol {role}.',
  'A former member': 'Un antiguo miembro',
  'A new invitation link is being sent to {email}.':
    'Se está enviando un nuevo enlace de invitación a {email}.',
  'A recipient’s address is erased this many days after delivery. The gift, its items and its history are preserved.':
    'La dirección de un destinatario se borra este número de días después de la entrega. El regalo, sus artículos y su historial se conservan.',
  'Account id': 'ID de la cuenta',
  'Account name': 'Nombre de la cuenta',
  Action: 'Acción',
  'Actions for {app}': 'Acciones para {app}',
  'Add a chat': 'Añadir un chat',
  'Add a passkey': 'Añadir clave de acceso',
  'Add a second factor to protect your account.':
    'Añada un segundo factor para proteger su cuenta.',
  'Add chat': 'Añadir chat',
  'Add to the deny list': 'Añadir a la lista de bloqueo',
  Added: 'Añadido',
  'Added {added}, used {used}': 'Añadida: {added}; usada: {used}',
  'Added after the giver’s name. Leave empty to use only theirs.':
    'Se añade después del nombre de quien regala. Déjelo vacío para usar solo ese nombre.',
  'Added. Send a test to see it in the chat.': 'Añadido. Envíe una prueba para verla en el chat.',
  Address: 'Dirección',
  Addresses: 'Direcciones',
  'Addresses and domains': 'Direcciones y dominios',
  'Addresses are used for delivery only.': 'Las direcciones solo se usan para la entrega.',
  Admin: 'Administrador',
  'Admins manage the account, senders send gifts, and packers pack parcels. An account always has an admin.':
    'Los administradores gestionan la cuenta, los remitentes envían regalos y los embaladores preparan los paquetes. Una cuenta siempre tiene un administrador.',
  'After your password, sign in with a six-digit code from your phone.':
    'Después de la contraseña, inicie sesión con un código de seis dígitos de su teléfono.',
  Agent: 'Agente',
  'Allowed by': 'Permitido por',
  'Also for one-links that the API creates.': 'También para los One-Links que crea la API.',
  'An installed app ({protocol})': 'Una aplicación instalada ({protocol})',
  'API key': 'Clave de API',
  'API keys, OAuth clients, webhooks': 'Claves de API, clientes OAuth, webhooks',
  Apps: 'Aplicaciones',
  'Apps and assistants that an admin allowed to act for this account. Access lasts until you disconnect it, even if the admin leaves.':
    'Aplicaciones y asistentes a los que un administrador permitió actuar en nombre de esta cuenta. El acceso dura hasta que los desconecte, aunque el administrador se vaya.',
  Area: 'Área',
  'As each campaign': 'Como cada campaña',
  'As usual in each language': 'Como es habitual en cada idioma',
  'At most one a day, and only when something new is in the way of a gift that you sent.':
    'Como máximo uno al día, y solo cuando surge algo nuevo que detiene un regalo que usted envió.',
  'Authenticator app': 'Aplicación de autenticación',
  'Authenticator app turned off.': 'Aplicación de autenticación desactivada.',
  'Backup codes': 'Códigos de respaldo',
  'Bestow encrypts it and never shows it again.': 'Bestow la cifra y no la vuelve a mostrar.',
  Browser: 'Navegador',
  'Can send': 'Puede enviar',
  'Change campaigns, catalogue and stock': 'Cambiar campañas, catálogo y existencias',
  'Change daily limit…': 'Cambiar límite diario…',
  'Changing it signs out all your other sessions.':
    'Al cambiarla se cierran todas sus demás sesiones.',
  Chat: 'Chat',
  Chats: 'Chats',
  'Choose at least one kind.': 'Elija al menos un tipo.',
  'Code from the app': 'Código de la aplicación',
  Connected: 'Conectada',
  Continue: 'Continuar',
  'Copy account id': 'Copiar ID de la cuenta',
  'Copy address': 'Copiar dirección',
  'Copy invitation link': 'Copiar enlace de invitación',
  'Copy secret': 'Copiar secreto',
  'Current password': 'Contraseña actual',
  'Daily email about gifts that need attention':
    'Correo diario sobre regalos que requieren atención',
  'Daily limit of {app}': 'Límite diario de {app}',
  'Daily limit saved.': 'Límite diario guardado.',
  'Data requests': 'Solicitudes de datos',
  'Days until an address is erased': 'Días hasta borrar una dirección',
  'Deny list': 'Lista de bloqueo',
  'Devices where you are signed in. A session ends after a day without use, and after two weeks at most.':
    'Dispositivos en los que tiene la sesión iniciada. Una sesión termina tras un día sin uso y, como máximo, a las dos semanas.',
  Disconnect: 'Desconectar',
  'Disconnect {app}?': '¿Desconectar {app}?',
  'Disconnect…': 'Desconectar…',
  Domain: 'Dominio',
  'Download all data about a person, or erase it. Each request is recorded in the audit log.':
    'Descargue todos los datos de una persona o bórrelos. Cada solicitud queda registrada en el registro de auditoría.',
  'Each code works once if you don’t have your phone. Print them, or store them in a password manager.':
    'Cada código sirve una vez si no tiene su teléfono. Imprímalos o guárdelos en un gestor de contraseñas.',
  'Each time with a preview first.': 'Siempre con una vista previa antes.',
  'Email is not set up. The invitation for {email} is saved and will be sent once email works.':
    'El correo no está configurado. La invitación para {email} está guardada y se enviará cuando el correo funcione.',
  Enterprise: 'Enterprise',
  Entry: 'Entrada',
  Everything: 'Todo',
  'Export or erase a person’s data…': 'Exportar o borrar los datos de una persona…',
  'For the pages and emails of recipients.': 'Para las páginas y los correos de los destinatarios.',
  'For your team, for example #gifts.': 'Para su equipo, por ejemplo #regalos.',
  Format: 'Formato',
  'Generate new codes': 'Generar códigos nuevos',
  'Gifts in 24 hours': 'Regalos en 24 horas',
  'Gifts of all assistants of the account count.':
    'Cuentan los regalos de todos los asistentes de la cuenta.',
  'If MCP is turned on, add this address to an assistant. It opens a page where you sign in and decide what it may do.':
    'Si MCP está activado, añada esta dirección a un asistente. Se abrirá una página donde inicia sesión y decide qué puede hacer.',
  'Invitation for {email} saved. It will be sent when email is set up.':
    'Invitación para {email} guardada. Se enviará cuando se configure el correo.',
  'Invitation link': 'Enlace de invitación',
  'Invitation links expire after a week.':
    'Los enlaces de invitación caducan al cabo de una semana.',
  Invited: 'Invitados',
  'Invited by {name}; expires {time}': 'Invitación de {name}; caduca {time}',
  'IP address': 'Dirección IP',
  'It loses access at once. To use it again, an admin has to allow it again.':
    'Pierde el acceso de inmediato. Para volver a usarla, un administrador debe permitirla de nuevo.',
  'Language of the catalogue': 'Idioma del catálogo',
  Languages: 'Idiomas',
  'Last message': 'Último mensaje',
  'Last seen': 'Última actividad',
  'Make admin': 'Convertir en administrador',
  'Make packer': 'Convertir en embalador',
  'Make sender': 'Convertir en remitente',
  'May send, change and cancel gifts': 'Puede enviar, cambiar y anular regalos',
  'More actions for {name}': 'Más acciones para {name}',
  'New backup codes': 'Nuevos códigos de respaldo',
  'New one-links': 'One-Links nuevos',
  'New problems that need attention appear in a chat: at most one message every three minutes, with references and links, and without names or addresses.':
    'Los problemas nuevos que requieren atención aparecen en un chat: como máximo un mensaje cada tres minutos, con referencias y enlaces, y sin nombres ni direcciones.',
  no: 'no',
  'No chat receives alerts yet.': 'Ningún chat recibe avisos todavía.',
  'No connected apps': 'No hay aplicaciones conectadas',
  'No entries yet': 'Aún no hay entradas',
  'No passkeys yet.': 'Aún no hay claves de acceso.',
  'No sessions': 'No hay sesiones',
  'No users': 'No hay usuarios',
  'none|apps': 'ninguna',
  'none|value': 'ninguno',
  Nothing: 'Nada',
  'OAuth apps that {name} has allowed lose their access to this account at once. {name} can allow them again.':
    'Las aplicaciones OAuth que permitió {name} pierden de inmediato el acceso a esta cuenta. {name} puede volver a permitirlas.',
  'OAuth client': 'Cliente OAuth',
  'Object ID': 'ID del objeto',
  'Object ID: {id}': 'ID del objeto: {id}',
  off: 'desactivada',
  on: 'activada',
  'On a computer': 'En un ordenador',
  'On demand': 'On demand',
  'One company, in one region and stage.': 'Una empresa, en una región y un entorno.',
  'One per line, for example ada@example.com or example.com':
    'Uno por línea, por ejemplo ada@example.com o example.com',
  Operator: 'Operador',
  'Or enter this secret in the app: {secret}':
    'O introduzca este secreto en la aplicación: {secret}',
  'Otherwise, the apps keep their access to this account.':
    'De lo contrario, las aplicaciones conservan el acceso a esta cuenta.',
  'Over the API': 'A través de la API',
  'Pack parcels, see the address of a parcel while packing it':
    'Preparar paquetes y ver su dirección mientras se embalan',
  Packer: 'Embalador',
  Parcel: 'Paquete',
  Passkey: 'Clave de acceso',
  'Passkey added. Use it the next time you sign in.':
    'Clave de acceso añadida. Úsela la próxima vez que inicie sesión.',
  Passkeys: 'Claves de acceso',
  password: 'contraseña',
  'password and code': 'contraseña y código',
  'Password and code': 'Contraseña y código',
  'Password changed. Other sessions are signed out.':
    'Contraseña cambiada. Las demás sesiones se han cerrado.',
  'Past requests': 'Solicitudes anteriores',
  'People, branding, privacy, audit log':
    'Personas, imagen de marca, privacidad, registro de auditoría',
  Permission: 'Permiso',
  Person: 'Persona',
  'Personal data': 'Datos personales',
  'Pick a colour from the screen': 'Elegir un color de la pantalla',
  'QR code for an authenticator app': 'Código QR para una aplicación de autenticación',
  Receives: 'Recibe',
  'Recommended. Without it, invented addresses can take all gifts of a one-link.':
    'Recomendado. De lo contrario, direcciones inventadas pueden llevarse todos los regalos de un One-Link.',
  Region: 'Región',
  'Remove {entry}': 'Quitar {entry}',
  'Remove {name}?': '¿Quitar {name}?',
  Resume: 'Reanudar',
  'Revoke access': 'Revocar acceso',
  'Revoke access of {count} apps…': {
    one: 'Revocar el acceso de {count} aplicación…',
    other: 'Revocar el acceso de {count} aplicaciones…',
  },
  'Revoke the access of {count} apps that {name} has allowed': {
    one: 'Revocar el acceso de {count} aplicación que permitió {name}',
    other: 'Revocar el acceso de {count} aplicaciones que permitió {name}',
  },
  'Revoke the access of {count} apps?': {
    one: '¿Revocar el acceso de {count} aplicación?',
    other: '¿Revocar el acceso de {count} aplicaciones?',
  },
  Role: 'Rol',
  'Role permissions': 'Permisos de los roles',
  'Rules for all one-links. Each one-link also has rules of its own.':
    'Reglas para todos los One-Links. Cada One-Link tiene además sus propias reglas.',
  'Scan the QR code and enter the code': 'Escanee el código QR e introduzca el código',
  'See any recipient’s address, after giving a reason':
    'Ver la dirección de cualquier destinatario, indicando un motivo',
  'See recipients': 'Ver destinatarios',
  'Send a test to {name}': 'Enviar una prueba a {name}',
  'Send gifts, see and cancel them': 'Enviar regalos, verlos y anularlos',
  'Send invitation': 'Enviar invitación',
  'Send test': 'Enviar prueba',
  'Sender name (optional)': 'Nombre del remitente (opcional)',
  'Set up an authenticator app': 'Configurar una aplicación de autenticación',
  Setup: 'Configuración',
  'Sign in with fingerprint, face or device PIN instead of password and code. Passkeys are phishing-resistant.':
    'Inicie sesión con huella, rostro o PIN del dispositivo en lugar de contraseña y código. Las claves de acceso resisten el phishing.',
  'Sign out {device}': 'Cerrar la sesión de {device}',
  'Sign-in': 'Inicio de sesión',
  'Sign-ins, invitations, new keys and every other change appear here.':
    'Aquí aparecen los inicios de sesión, las invitaciones, las claves nuevas y todos los demás cambios.',
  'Signed in': 'Inicio de sesión',
  'Signed out {count} other sessions.': {
    one: 'Se ha cerrado {count} sesión más.',
    other: 'Se han cerrado {count} sesiones más.',
  },
  'Signs in with': 'Inicia sesión con',
  Stage: 'Entorno',
  Stock: 'Existencias',
  synced: 'sincronizada',
  'System|actor': 'Sistema',
  'Thank you for everything this year.': 'Gracias por todo este año.',
  'The chat could not be reached ({error}).': 'No se pudo contactar con el chat ({error}).',
  'The chat responded with the status {status}.': 'El chat respondió con el estado {status}.',
  'The daily email is off.': 'El correo diario está desactivado.',
  'The daily email is on.': 'El correo diario está activado.',
  'The invitation is being sent to {email}.': 'La invitación se está enviando a {email}.',
  'The language of names and descriptions that are not translations.':
    'El idioma de los nombres y descripciones que no son traducciones.',
  'The list is empty.': 'La lista está vacía.',
  'The logo cannot be loaded.': 'No se puede cargar el logotipo.',
  'The old codes become invalid.': 'Los códigos antiguos dejarán de ser válidos.',
  'The test message is on its way.': 'El mensaje de prueba está en camino.',
  themselves: 'sí mismo',
  'These addresses and domains can’t claim from any one-link. Variants of one mailbox, such as ada+gift@example.com, count as one. Gifts that are already claimed are not affected.':
    'Estas direcciones y dominios no pueden solicitar nada en ningún One-Link. Las variantes de un mismo buzón, como ada+gift@example.com, cuentan como una sola. Los regalos ya solicitados no se ven afectados.',
  'These entries were already on the list.': 'Estas entradas ya estaban en la lista.',
  'They are signed out at once and can’t sign in again unless you invite them. Gifts they sent keep their name.':
    'Se cierra su sesión de inmediato y no podrá volver a iniciarla sin una invitación. Los regalos que envió conservan su nombre.',
  'this device': 'este dispositivo',
  'This link replaces the one sent to {email} before.':
    'Este enlace sustituye al que se envió antes a {email}.',
  'this session': 'esta sesión',
  Tier: 'Plan',
  transfer: 'transferir',
  Transfer: 'Transferir',
  'Transfer admin role to {name}': 'Transferir el rol de administrador a {name}',
  'Transfer your admin role to {name}?': '¿Transferir su rol de administrador a {name}?',
  'Turn off': 'Desactivar',
  'Turn off the authenticator app': 'Desactivar la aplicación de autenticación',
  'Turn on': 'Activar',
  'Unknown browser': 'Navegador desconocido',
  Unwrap: 'Abrir el regalo',
  'Upload a logo': 'Subir un logotipo',
  'Upload a picture, or enter its https:// URL. The URL is checked when you save.':
    'Suba una imagen o introduzca su URL https://. La URL se comprueba al guardar.',
  'URL of the incoming webhook': 'URL del webhook entrante',
  'Used in emails and recipients’ pages unless a campaign has its own colour or logo.':
    'Se usa en los correos y en las páginas de los destinatarios, salvo que una campaña tenga su propio color o logotipo.',
  User: 'Usuario',
  'User id': 'ID de usuario',
  Users: 'Usuarios',
  Variant: 'Variante',
  'View campaigns and catalogue': 'Ver campañas y catálogo',
  Warehouse: 'Almacén',
  'Webhook endpoint': 'Endpoint de webhook',
  'What to report': 'Qué notificar',
  'Where to find it': 'Dónde encontrarla',
  'Who changed what, when, and from where. Entries can’t be changed or removed.':
    'Quién cambió qué, cuándo y desde dónde. Las entradas no se pueden cambiar ni eliminar.',
  'Works with Slack, with Teams, and with chats that accept messages in Slack’s format, such as Mattermost.':
    'Funciona con Slack, con Teams y con chats que aceptan mensajes en el formato de Slack, como Mattermost.',
  yes: 'sí',
  you: 'usted',
  You: 'Usted',
  'You can also share this link yourself. Anyone who has it can join as {email}.':
    'También puede compartir este enlace usted mismo. Quien lo tenga podrá unirse como {email}.',
  'You can no longer sign in with it. You can add another passkey at any time.':
    'Ya no podrá iniciar sesión con ella. Puede añadir otra clave de acceso en cualquier momento.',
  'You can then sign in with the password alone. Your backup codes become invalid.':
    'Podrá iniciar sesión solo con la contraseña. Sus códigos de respaldo dejarán de ser válidos.',
  'You have no other sessions.': 'No tiene otras sesiones.',
  'Your backup codes': 'Sus códigos de respaldo',
  'Your browser then asks you to confirm with this device or a security key.':
    'A continuación, el navegador le pedirá que confirme con este dispositivo o con una llave de seguridad.',
  'Your sessions': 'Sus sesiones',
  'Text messages': 'SMS',
  'Recipients with a mobile number get invitations and reminders as text messages too. Choose what else they get.':
    'Quienes tienen un número de móvil reciben las invitaciones y los recordatorios también por SMS. Elija qué más reciben.',
  'When the gift is on its way': 'Cuando el regalo está en camino',
  'When the gift has arrived': 'Cuando el regalo ha llegado',
  '{actor} changed the text messages of {subject}': '{actor} cambió los SMS de {subject}',
}
