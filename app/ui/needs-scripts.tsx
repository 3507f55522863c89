/** Shown in place of a page that only scripts can fill. */
export function NeedsScripts() {
  return (
    <noscript>
      <p className="mb-5 rounded-card bg-warning-soft p-4">
        Para ingresar y usar tu cuenta, tu navegador tiene que permitir JavaScript. Activalo y recargá esta página.
      </p>
    </noscript>
  );
}
