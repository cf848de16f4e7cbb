// The words for a password in many languages: before a value in a text, and as names of members and columns.

/** In scripts without spaces a word may stand behind another. */
export const UNSPACED_WORDS = "密码|密碼|口令|パスワード|暗証番号|비밀번호|암호|รหัสผ่าน";
export const SPACED_WORDS =
  "password|passwd|pwd|passphrase|passwort|kennwort|mot de passe|contraseña|contrasena|senha|palavra-passe|parola|parolă|hasło|haslo|пароль|mật khẩu|kata sandi|şifre|sifre|wachtwoord|lösenord|adgangskode|passord|salasana|heslo|jelszó|κωδικός|كلمة المرور|كلمة السر|رمز عبور|סיסמה|סיסמא|पासवर्ड";
/** Those that mean other things as well where they name a member: a word, an entry, a code. */
export const OTHER_MEANINGS = "parola|parolă|heslo|κωδικός|口令|암호";
