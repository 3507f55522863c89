/** A line on top of the page while the next one is on its way; it shows after a moment's patience. */
export function ProgressLine() {
  return (
    <div role="status" className="fixed inset-x-0 top-0 z-50 animate-late">
      <div role="progressbar" aria-label="Cargando la página" className="h-1 bg-accent" />
    </div>
  );
}
