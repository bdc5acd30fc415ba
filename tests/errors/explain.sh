# pave explain: what became of each loop, and for one that is not parallel the reason, both places, an example, a remedy.

cat >nests.c <<'EOF'
void work(int n, int m, float *restrict a, float *restrict b, float (*restrict c)[m], const int *restrict at)
{
    for (int i = 0; i < n; i++)
        a[i] = 2 * b[i];
    float s = 0;
    for (int i = 0; i < n; i++)
        s += a[i];
    b[0] = s;
    for (int i = 2; i < n; i++)
        a[i] = a[i - 2] + b[i];
    for (int i = 0; i < n; i++)
        b[at[i]] = a[i];
    for (int i = 0; i < n; i++)
        for (int j = 1; j < m; j++)
            c[i][j] += c[i][j - 1];
}

void odd(int n, float *a)
{
    for (int i = 0; i < n; i++)
        switch (i) {
        case 1:
            a[i] = 3;
        }
}

void overlap(int n, int k, float *a, float *b, const int *at)
{
    for (int i = 0; i < n; i++)
        a[at[i]] = b[i];
}
EOF
says() {
    grep -Fq -e "$1" stdout || { cat stdout; broken "explain does not say: $1"; }
}
# The lines after the head of the loop at $2 of the file $1, up to the next loop.
loop_of() {
    awk -v at="$1:$2:" -v file="$1:" 'index($0, at) == 1 { on = 1; next } index($0, file) == 1 || /^region|^$/ { on = 0 } on' stdout >part
    [ -s part ] || { cat stdout; broken "explain says nothing about the loop at $2"; }
}
part() { loop_of nests.c "$1"; }
part_says() {
    grep -Fq -e "$1" part || { cat part; broken "explain does not say: $1"; }
}
accepts explain nests.c
ls | grep -Ev "^(nests.c|std(err|out))\$" | grep -q "\.c\$\|\.cu\$" && broken "explain wrote a file"
says "nests.c: target openmp, 8 loops,"
says "--schedule-solver=exact: "
says "region in work(), lines 3 to 15"
part 3:5
part_says "    parallel: threads share its iterations, vectorized"
part 6:5
part_says "it accumulates 's' in floating point"
part_says "dependence: write of 's' at 7:9, then read of 's' at 7:9"
part_says "to change this: --reassociate lets threads share it"
part 9:5
part_says "the iteration 2 later reads 'a' in line 10, written in line 10"
part_says "dependence: write of 'a[i]' at 10:9, then read of 'a[i - 2]' at 10:16"
part_says "(i = 2) writes a[2], then (i = 4) reads it"
part 11:5
part_says "to change this: write '#pragma pencil independent' in front of the loop"
part 13:5
part_says "parallel: threads share its iterations"
part 14:9
part_says "sequential: the next iteration reads 'c' in line 15, written in line 15"
part_says "example: with n = 1, m = 3, (i = 0, j = 1) writes c[0][1], then (i = 0, j = 2) reads it"
part 20:5
part_says "kept as written: 'switch' is not supported in a region (line 21)"
part 29:5
part_says "write '#pragma pencil independent' in front of the loop if no two iterations access the same element, and declare the pointers 'restrict', or pass --assume-restrict"
accepts explain --reassociate --schedule-solver=utvpi nests.c
part 6:5
part_says "parallel: threads share its iterations"
says "--schedule-solver=utvpi: "
says "scalar 's': memory of the host, partial results of threads are combined"
# -v has trees and times; the report goes where -o says; nothing else is written.
accepts explain -v nests.c
says "schedule tree before:"
grep -Eq '^  time: [0-9.]+ s: scop [0-9.]+, deps ' stdout || broken "-v does not say where the time went"
run_pave explain --target=cuda -o report.txt nests.c
[ $STATUS -eq 0 ] && [ -s report.txt ] && [ ! -s stdout ] || broken "-o does not take the report"
mv report.txt stdout
ls | grep -E 'host|kernel|pave.c' && broken "explain wrote a program"
part 3:5
part_says "its iterations are independent, but the region runs on the host: the accessed part of 'b' is not known"
sed -i '11,12d' nests.c
run_pave explain --target=cuda nests.c
part 3:5
part_says "parallel: blocks and threads of the device share its iterations"
grep -Eq "^  kernel 0: tiles of [0-9]+, block of [0-9]+ threads, grid of at most [0-9]+ blocks" stdout ||
    broken "no sizes of a kernel"
says "array 'c': global memory of the device, copied in and out"
accepts explain --target=c nests.c
part 3:5
part_says "--target=c generates sequential code"
refuses "error: loop kept as written: 'switch'" explain --strict nests.c
# A sum that is read on the way hands on a value: a private copy would not help. A temporary array gets copies, as it does when
# pave compiles. Parameters that are products of others follow from these in examples; names are those of the text.
cat >whys.c <<'EOF'
void scan(int n, int m, double (*restrict v)[m], double (*restrict row)[m])
{
    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int j = 0; j < m; j++) {
            sum += v[i][j];
            row[i][j] = sum;
        }
    }
}

void twice(int n, int m, double (*restrict a)[m], double (*restrict b)[m], double *restrict t)
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++)
            t[j] = a[i][j] * 2;
        for (int j = 0; j < m; j++)
            b[i][j] = t[j] + t[m - 1 - j];
    }
}

static void step(int n, double *restrict x)
{
    for (int k = 1; k < n; k++)
        x[k] += x[k - 1];
}

void products(int n, int m, double *restrict x)
{
    for (int i = 1; i < n * m; i++)
        x[i] += x[i - 1];
    for (int i = 0; i < m; i += 2)
        x[i + 2] = x[i] * 2;
    step(n, x);
}

void again(int n, double *restrict r, double *restrict y, double *restrict z)
{
    double alpha = -r[0], beta = 1;
    for (int k = 1; k < n; k++) {
        beta = (1 - alpha * alpha) * beta;
        alpha = -(r[k] + y[k - 1]) / beta;
        for (int i = 0; i < k; i++)
            z[i] = y[i] + alpha * y[k - i - 1];
        for (int i = 0; i < k; i++)
            y[i] = z[i];
        y[k] = alpha;
    }
}

float small(float *restrict x)
{
    for (int i = 0; i < 64; i++)
        x[i] *= 2;
    float s = 0;
    for (int i = 0; i < 1 << 20; i++)
        s += x[i];
    return s;
}

int place(int n, const float *restrict x)
{
    int at = 0;
    for (int i = 0; i < n; i++)
        if (x[i] > 9)
            at = i;
    return at;
}
EOF
of_whys() { loop_of whys.c "$1"; }
accepts explain whys.c
of_whys 5:9
part_says "the next iteration reads 'sum' in line 6, written in line 6"
grep -q "to change this" part && broken "explain has a remedy for a sum that is read on the way"
of_whys 14:5
part_says "parallel: threads share its iterations"
says "array 't': memory of the host, each thread has its own copy (--max-expansion)"
says "new code behind a run-time test of memory for copies of 't'"
of_whys 30:5
part_says "example: with n = 1, m = 3, (i = 1) writes x[1], then (i = 2) reads it"
of_whys 32:5
part_says "the next iteration reads 'x' in line 33, written in line 33"
of_whys 43:9
part_says "it runs again in each iteration of the loops around it"
of_whys 53:5
part_says "one execution of it has too little work for threads: about "
of_whys 64:5
part_says "a later iteration may overwrite 'at'"
grep -q "to change this" part && broken "explain has a remedy for a value that is needed after the loop"
grep -q "__[0-9]\|pave_v_" stdout && broken "explain tells names of pave's own"
accepts explain --parallel-threshold=0 whys.c
of_whys 53:5
part_says "parallel: threads share its iterations"
run_pave explain --target=opencl whys.c
of_whys 56:5
part_says "to change this: --target=openmp --reassociate let threads share it"
# Reasons in detail: a loop that is parallel for some statements alone, reductions in any order, elements of structures and of linear
# arrays, examples where subscripts are not known, conditions, and pointers that may overlap beside a dependence that is certain.
cat >details.c <<'EOF'
struct cell { int kind; double at[3]; };
void paths(int times, int states, double (*restrict best)[states], int (*restrict from)[states])
{
    for (int t = 1; t < times; t++)
        for (int s = 0; s < states; s++) {
            from[t][s] = 0;
            for (int p = 1; p < states; p++)
                if (best[t - 1][p] > best[t][s])
                    best[t][s] = best[t - 1][p];
        }
}

void least(int n, int m, int (*restrict a)[m], int *restrict low)
{
    for (int j = 0; j < m; j++) {
        int least = a[0][j];
        for (int i = 1; i < n; i++)
            least = a[i][j] < least ? a[i][j] : least;
        low[j] = least;
    }
}

void cells(int n, int m, struct cell *restrict p, double *restrict c)
{
    for (int i = 1; i < n; i++)
        p[i].at[2] += p[i - 1].at[2];
    for (int i = 0; i < n; i++)
        for (int l = 1; l < m; l++)
            c[i * m + l] += c[i * m + l - 1];
}

void count(int n, const int *level, int *times)
{
    for (int i = 0; i < n; i++)
        times[level[i]] += 1;
}

void chain(int n, float *restrict a)
{
    for (int i = 1; i < n; i++)
        if (a[i - 1] > 0)
            a[i] = 0;
}
EOF
of_details() { loop_of details.c "$1"; }
accepts explain --parallel-threshold=0 details.c
of_details 4:5
part_says "sequential, but threads share its iterations for some statements: the next iteration may read 'best'"
of_details 17:9
part_says "it combines values in 'least'"
part_says "(j = 0, i = 1) writes least, then (j = 0, i = 2) reads it"
of_details 25:5
part_says "(i = 1) writes p[1].at[2], then (i = 2) reads it"
of_details 28:9
part_says "example: with n = 1, m = 3, (i = 0, l = 1) writes c[1], then (i = 0, l = 2) reads it"
of_details 34:5
part_says "dependence: write of 'times[level[i]]' at 35:9, then read of 'times[level[i]]' at 35:9"
part_says "'times[level[i]]' in (i = 0) and 'times[level[i]]' in (i = 1) may be the same element"
of_details 40:5
part_says "(i = 1) may write a[1], then (i = 2) may read it"
grep -q "pencil independent" part && broken "explain offers an annotation that would be wrong"
# compile -v: the time of each stage, for each region and for the file.
run_pave -v -o out.c whys.c
grep -Eq "^whys.c:3:5: note: time for this region: [0-9.]+ s: scop [0-9.]+, deps " stderr || broken "no time for a region"
grep -Eq "^pave: note: time for whys.c: [0-9.]+ s: parse .* emit " stderr || broken "no time for the file"
# Reports for machines, of explain and of compile alike.
accepts explain --remarks=r.yaml --sarif=r.sarif nests.c
run_pave --remarks=s.yaml --sarif=s.sarif -o out.c nests.c
cmp -s r.yaml s.yaml && cmp -s r.sarif s.sarif || broken "compile and explain write different reports"
python3 - <<'EOF' || broken "the reports for machines do not read back"
import json, re
log = json.load(open("r.sarif"))
assert log["version"] == "2.1.0"
run = log["runs"][0]
rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
by_line = {}
for result in run["results"]:
    assert rules[result["ruleIndex"]] == result["ruleId"] and result["level"] in ("note", "warning")
    place = result["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "nests.c"
    by_line[place["region"]["startLine"]] = result
assert by_line[3]["ruleId"] == "parallel"
scan = by_line[9]
assert scan["ruleId"] == "not-parallel" and "(i = 2) writes a[2], then (i = 4) reads it" in scan["message"]["text"]
ends = [place["physicalLocation"]["region"] for place in scan["relatedLocations"]]
assert [(e["startLine"], e["startColumn"]) for e in ends] == [(10, 9), (10, 16)]
assert by_line[18]["level"] == "warning"
# The part of YAML that the remarks use: keys, quoted texts, one place in braces, a list of arguments.
kinds, value = {}, r"'(?:[^']|'')*'"
place = r"\{ File: %s, Line: \d+, Column: \d+ \}" % value
for document in open("r.yaml").read().split("...\n")[:-1]:
    head = r"--- !(Passed|Missed|Analysis)\nPass: pave\nName: (\w+)\nDebugLoc: %s\nFunction: %s\nArgs:\n" % (place, value)
    match = re.match(head, document)
    assert match, document
    for line in document[match.end():].splitlines():
        assert re.fullmatch(r"  - \w+: %s|    DebugLoc: %s" % (value, place), line), line
    kinds.setdefault(match.groups(), []).append(document)
assert ("Passed", "Parallel") in kinds and ("Missed", "NotParallel") in kinds and ("Analysis", "Schedule") in kinds
assert any("Line: 10, Column: 16" in text for text in kinds["Missed", "NotParallel"])
EOF
accepts scop --sarif=x nests.c
grep -q "'--sarif' has no effect" stderr || broken "scop takes --sarif and says nothing"
[ -e x ] && broken "scop wrote a report"
refuses "'--remarks' takes one file at a time" --remarks=x nests.c out.c
# The page: one file without any reference to others, whose data hold both texts, the trees and the pictures.
accepts explain --html=page.html nests.c
run_pave --html=again.html -o out.c nests.c
sed 's/Generated by [^*]*//' page.html >a; sed 's/Generated by [^*]*//' again.html >b
cmp -s a b || broken "compile and explain write different pages"
python3 - <<'EOF' || broken "the page is not as it should be"
import json, re
page = open("page.html").read()
assert not re.search(r"(?:src|href)=|@import|url\((?!')|https?://(?!www\.w3\.org/2000/svg)", page.replace("'url(#'", ""))
data = json.loads(re.search(r'<script id="data" type="application/json">(.*?)</script>', page, re.S).group(1))
assert data["source"] == open("nests.c").read().split("\n")[:-1]
links = {text.strip(): line for line, text in data["code"]}
assert links["void odd(int n, float *a)"] == 16 and not any("#line" in text for line, text in data["code"])
assert any(line == 4 and "2 * " in text for line, text in data["code"])
kinds = {loop["line"]: loop["kinds"] for loop in data["loops"]}
assert kinds[3] == ["parallel", "vector"] and kinds[9] == ["serial"] and kinds[18] == ["kept"]
region = data["regions"][0]
assert region["before"].startswith("domain:") and "mark" in region["after"] and region["times"] == []
scan = [picture for picture in region["pictures"] if picture["line"] == 10][0]
assert sorted(point["step"] for point in scan["points"]) == list(range(len(scan["points"])))
at = [point["at"][0] for point in scan["points"]]
assert scan["arrows"] and all(at[b] - at[a] == 2 and is_flow for a, b, is_flow in scan["arrows"])
EOF
# A condition on data in front of "continue" makes the loop one statement; the remedy works.
cat >skip.c <<'EOF'
void skip(int n, const int *restrict a, int *restrict b)
{
    for (int i = 0; i < n; i++) {
        if (a[i] < 0)
            continue;
        b[i] = a[i] * 2;
    }
}
EOF
accepts explain skip.c
says "    kept as written: part of it counts as one statement, because its control is not affine: a value read from 'a' (line 4)"
says "    to change this: replace 'continue' by an 'if' around the rest of the loop's body"
sed -i '5d; 4s/< 0)/>= 0)/' skip.c
accepts explain skip.c
says "    parallel: threads share its iterations"
# Remedies work: what they name makes the loop parallel. Where threads share a loop around a sum, there is nothing to change.
cat >cures.c <<'EOF'
void sums(int (*restrict a)[100])
{
    for (int i = 1; i < 100; i++)
        for (int j = 1; j < 100; j++)
            a[i][j] += a[i - 1][j] + a[i][j - 1];
}

void again(int n, int steps, double *restrict x, double *restrict y)
{
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n; i++)
            y[i] = x[i] + x[i - 1];
        double s = 0;
        for (int i = 0; i < n; i++)
            s += y[i];
        x[0] = s;
    }
}

void rows(int n, int m, double (*restrict a)[m], double *restrict y)
{
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int j = 0; j < m; j++)
            s += a[i][j];
        y[i] = s;
    }
}
EOF
of_cures() { loop_of cures.c "$1"; }
accepts explain cures.c
of_cures 3:5
part_says "to change this: --tile --parallel-threshold=0 may let threads share the tiles on a diagonal of the nest"
of_cures 11:9
part_says "to change this: --parallel-threshold=0 lets threads share it, or a loop around it, anyway"
of_cures 14:9
part_says "to change this: --reassociate --parallel-threshold=0 let threads share it, or a loop around it"
of_cures 24:9
part_says "it accumulates 's' in floating point"
grep -q "to change this" part && broken "explain has a remedy for a sum inside of a parallel loop"
accepts explain --tile --tile-size=16 --parallel-threshold=0 --reassociate cures.c
for at in 3:5 11:9 14:9; do
    of_cures $at
    part_says "parallel: threads share its iterations"
done
# A loop for which the new order has no parallel loop says so, and the remedy works.
cat >lost.c <<'EOF'
void lost(int n, short *restrict low, long *restrict sum, double (*restrict a)[n])
{
    for (int i = 0; i < n; i++) {
        sum[i] = 0;
        for (int j = i; j < n; j += 2)
            sum[i] += a[i][j];
    }
    for (int i = 0; i < n; i++)
        low[n - 1 - i] = (short)(sum[i] >> 3);
}
EOF
accepts explain lost.c
loop_of lost.c 8:5
grep -q "runs again in each iteration" part && broken "explain says that a loop outside of all others runs again in each iteration of these"
if ! grep -q "parallel: threads share its iterations" part; then
    part_says "to change this: --no-reschedule keeps the order of the program"
    accepts explain --no-reschedule lost.c
    loop_of lost.c 8:5
    part_says "parallel: threads share its iterations"
fi
# Lowering declines to unroll and jam loops with steps.
run_pave explain "$ROOT/tests/kernels/dependences/every_third.c"
grep -q "unrolled and jammed" stdout && broken "explain tells of loops that are not unrolled"
