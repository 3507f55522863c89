/** A progress line at the top of the page during navigation; it appears after a short delay. */
export function ProgressLine() {
  return (
    <div role="status" className="fixed inset-x-0 top-0 z-50 animate-late">
      <div role="progressbar" aria-label="Cargando la página" className="h-1 bg-accent" />
    </div>
  );
}
