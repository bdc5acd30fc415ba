# A file without permission to read; root may read everything, so that there only the contract holds.
echo 'int x;' >secret.c
chmod 000 secret.c
run_pave scop secret.c
